// The swap of the board: what must survive it, and what is announced after it. Without scripts, each
// press is a form.

import { all, find } from "games/frame/dom.js";
import { say } from "games/table/bar.js";
import { whenLanded } from "games/table/motion/moving.js";
import words from "games/table/words.js";

// Whether it is about a request that live.js made, to look for news.
export const isNews = (event) => event.detail.requestConfig?.elt.id === "news";

// ---- Kept across swaps: the selection, what is open, how far the log was read

let kept = null;

function keep(news, pressed) {
  kept = {
    news,
    chair: pressed?.closest("#chair") ? pressed.value : "",
    // A label has a card's values and position, so equal labels mean the same card.
    checked: news ? all("#board :checked").map((input) => [input.id, input.ariaLabel]) : [],
    open: all("#board details[open][id]").map((details) => details.id),
    scroll: find("#log ol")?.scrollTop ?? 0,
    ring: find(".ring .cards")?.ariaLabel,
    decision: decision(),
    high: HELD.map((part) => find(part)?.offsetHeight),
  };
}

const decision = () => find("#board [name=seq]").value;

// Within a turn neither gets lower, so that nothing below moves, and no page is too short for its place.
const HELD = [".ring", "#hand"];

function hold() {
  if (kept?.decision !== decision()) return;
  HELD.forEach((part, i) => {
    const held = find(part);
    if (held && kept.high[i]) held.style.minHeight = `${kept.high[i]}px`;
  });
}

addEventListener("resize", () => HELD.forEach((part) => find(part)?.style.removeProperty("min-height")));

function giveBack() {
  for (const [id, label] of kept.checked) {
    const input = id && document.getElementById(id);
    if (input && input.ariaLabel === label) input.checked = true;
  }
  for (const id of kept.open) document.getElementById(id)?.setAttribute("open", "");
  const log = find("#log ol");
  if (log) log.scrollTop = kept.scroll;
}

// ---- One announcement per move, when it has been seen

const lines = () => all("#log li[data-number]").map((line) => [Number(line.dataset.number), line]);
let heard = { round: "", number: 0 };

function remember() {
  heard = {
    round: find("#board").dataset.round,
    number: Math.max(0, ...lines().map(([number]) => number)),
  };
}

function announce() {
  const sameRound = heard.round === find("#board").dataset.round;
  const fresh = lines().filter(([number]) => !sameRound || number > heard.number).reverse();
  const said = fresh.map(([number, line]) =>
    `${words.move} ${number}: ${line.lastElementChild.textContent.trim()}.`);
  const text = [...said, find("#headline").textContent].join(" ");
  if (said.length || !sameRound) whenLanded(() => say(text));
  remember();
  return said.length > 0;
}

// ---- After a press about another's chair: what came of it is above the table, not at the hand

function follow(chair) {
  const button = find(`#chair button[name="seat"][value="${chair}"]`);
  const strip = button?.closest(".strip");
  (strip?.querySelector("input") ?? button ?? find("#headline")).focus({ preventScroll: true });
  const said = strip?.querySelector("p") ?? find("#log li:not(.since)");
  say(said?.textContent.trim().replace(/\s+/g, " ") ?? "");
}

// ---- The swap

document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.shouldSwap && event.target.id === "board") keep(isNews(event), event.detail.requestConfig?.elt);
});

document.addEventListener("htmx:afterSwap", (event) => {
  if (event.target.id === "board") hold();
});

document.addEventListener("htmx:afterSettle", (event) => {
  if (event.target.id !== "board") return;
  const { news, chair } = kept;
  giveBack();
  const moved = event.target.hasAttribute("data-moved");
  event.target.removeAttribute("data-moved");
  document.dispatchEvent(new CustomEvent("board", { detail: { said: announce() } }));
  if (moved) {
    // Within a round the table stays where it is seen.
    find("#headline").focus({ preventScroll: find(".ring") !== null && kept.ring !== undefined });
  } else if (chair) {
    follow(chair);
  } else if (document.activeElement === document.body && !news) {
    (find("#step") ?? find("#headline")).focus({ preventScroll: true });
  }
});

document.addEventListener("DOMContentLoaded", () => {
  remember();
  document.dispatchEvent(new CustomEvent("board", { detail: { said: true } }));
});
