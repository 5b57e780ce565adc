// The end of a round: the table as it lay, stamped, then the sheet over it; and the game's bow.

import { all, find } from "games/frame/dom.js";
import { isStill, whenLanded } from "games/table/motion/moving.js";
import { cue } from "games/table/motion/pace.js";

const STAYS = 1500; // For so many milliseconds the last cards are seen alone.
const COUNTS = 400;

const root = document.documentElement;

let stage = ""; // "" without an end of a round; then "frame", "sheet", or "table": the sheet is put away.
let round = "";
let timer = 0;

// ---- The last frame

async function fall() {
  stage = "frame";
  const mine = round;
  root.classList.add("stamping");
  await new Promise(requestAnimationFrame);
  await new Promise(whenLanded);
  root.classList.remove("stamping");
  if (stage !== "frame" || round !== mine) return;
  root.classList.add("falls");
  if (find("#curtain").dataset.cause === "unbeaten") {
    cue("drum");
  }
  timer = setTimeout(() => { if (round === mine) open(true); }, STAYS);
}

// ---- The sheet

function open(rises) {
  clearTimeout(timer);
  stage = "sheet";
  root.classList.remove("stamping", "falls");
  root.classList.toggle("rises", rises);
  show();
  find("#curtain-title").focus({ preventScroll: true });
  if (rises && !isStill()) fill();
}

function show() {
  find("#curtain").showModal();
  find("#comes").hidden = true;
}

const number = (text) => Number(text.trim().replace("−", "-")) || 0;

// The rows come from the last place up, in their old order; the numbers count; then the rows move.
function fill() {
  const rows = all("#curtain tbody tr");
  const tops = rows.map((row) => row.offsetTop);
  const old = rows.map((_, i) => rows.find((row) => Number(row.dataset.was) === i) ?? rows[i]);
  const heights = old.map((row) => row.offsetHeight);
  const starts = 60 * rows.length + COUNTS + 160;
  rows.forEach((row, i) => {
    const was = old.indexOf(row);
    const from = tops[0] + heights.slice(0, was).reduce((sum, height) => sum + height, 0);
    row.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 160, delay: 60 * (rows.length - 1 - was), fill: "backwards" });
    row.animate(
      [{ transform: `translateY(${from - tops[i]}px)` }, { transform: "none" }],
      { duration: 240, delay: starts, easing: "cubic-bezier(.6, 0, .3, 1)", fill: "backwards" },
    );
    for (const mark of row.querySelectorAll(".moved")) {
      mark.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 160, delay: starts + 200, fill: "backwards" });
    }
  });
  count(all("#curtain [data-n]"), 60 * rows.length);
}

function count(places, delay) {
  const counted = places.map((place) => ({
    place, text: place.textContent, from: Number(place.dataset.n) || 0, to: number(place.textContent),
  }));
  const begins = performance.now() + delay;
  const step = (now) => {
    const part = Math.min(Math.max((now - begins) / COUNTS, 0), 1);
    for (const { place, text, from, to } of counted) {
      const value = Math.round(from + (to - from) * part);
      const sign = value < 0 ? "−" : text.startsWith("+") && value ? "+" : "";
      place.textContent = part < 1 ? sign + Math.abs(value) : text;
    }
    if (part < 1) requestAnimationFrame(step);
  };
  step(begins);
}

function away() {
  if (stage !== "sheet") return;
  stage = "table";
  find("#see-scores").focus({ preventScroll: true });
}

let focused = "";
addEventListener("focusin", ({ target }) => { if (target.closest?.("#curtain")) focused = target.id; });

// ---- A press or a key goes on

addEventListener("click", (event) => {
  const link = event.target.closest?.("a, button, summary, input, textarea, label");
  if (!stage || stage === "sheet") return;
  if (link?.id === "see-scores" || (stage === "frame" && !link)) {
    event.preventDefault();
    open(true);
  }
}, true);

addEventListener("keydown", (event) => {
  if (stage !== "frame" || event.repeat || ["Shift", "Control", "Alt", "Meta"].includes(event.key)) return;
  if (event.target.matches?.("textarea, select, input:not([type=radio], [type=checkbox])")) return; // Somebody writes.
  event.preventDefault();
  event.stopPropagation();
  open(true);
}, true);

document.addEventListener("close", (event) => { if (event.target.id === "curtain") away(); }, true);

// A press beside the sheet puts it away, and so does a swipe down on it.
let touch = null;
addEventListener("click", ({ target, clientX, clientY }) => {
  if (stage !== "sheet" || target.id !== "curtain") return;
  const { left, right, top, bottom } = target.getBoundingClientRect();
  if (clientX < left || clientX > right || clientY < top || clientY > bottom) target.close();
});
addEventListener("touchstart", (event) => {
  const sheet = event.target.closest?.("#curtain");
  touch = sheet && sheet.scrollTop <= 0 ? event.touches[0] : null;
}, { passive: true });
addEventListener("touchend", (event) => {
  if (!touch || stage !== "sheet") return;
  const { clientX, clientY } = event.changedTouches[0];
  const down = clientY - touch.clientY;
  if (down > 70 && down > 2 * Math.abs(clientX - touch.clientX)) find("#curtain").close();
});

// ---- The bow, once

function bow() {
  const poster = find(".bow");
  if (!poster || isStill()) return;
  const key = `bow-${poster.dataset.game}`;
  try {
    if (sessionStorage.getItem(key)) return;
    sessionStorage.setItem(key, "1");
  } catch { /* It bows again. */ }
  poster.classList.add("parting", "bows");
  count(all(".bow [data-n]"), 500);
}

// ---- Each new board: another's news under an end of a round changes nothing of what is seen

// `seen`: whether the round was in play on the board before.
export function changed(seen) {
  const sheet = find("#curtain");
  if (!sheet) {
    clearTimeout(timer);
    [stage, round] = ["", ""];
    root.classList.remove("stamping", "falls", "rises");
    bow();
    return;
  }
  const same = round === sheet.dataset.round;
  round = sheet.dataset.round;
  find("#comes").hidden = stage !== "frame";
  if (!same && seen) {
    fall();
    find("#comes").hidden = false;
  } else if (!same) {
    open(false);
  } else if (stage === "sheet") {
    root.classList.remove("rises");
    const id = focused;
    show();
    (find(`#curtain [id="${id}"]`) ?? find("#curtain-title")).focus({ preventScroll: true });
  }
}
