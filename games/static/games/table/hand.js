// Select from the hand by tap, arrow keys or listed set, with an immediate verdict.

import { all, find } from "games/frame/dom.js";
import { answer, available, phrases, put, say } from "games/table/bar.js";
import { judge as verdictOn, pressed } from "games/table/sets.js";

const boxes = () => all("#board [name=card]");
const numbers = () => boxes().map((box) => Number(box.nextElementSibling.firstElementChild.textContent));
const focused = () => boxes().indexOf(document.activeElement);
let anchor = null;
let place = 0;

// The selected cards as [start, stop); [0, 0) if there are none.
function selection(checked = boxes().map((box) => box.checked)) {
  const start = checked.indexOf(true);
  return start < 0 ? [0, 0] : [start, checked.lastIndexOf(true) + 1];
}

function select(start, stop) {
  boxes().forEach((box, i) => { box.checked = i >= start && i < stop; });
  judge();
}

// Whether anything was selected.
export function clear() {
  const [start, stop] = selection();
  if (stop > start) select(0, 0);
  return stop > start;
}

// ---- The verdict

function judge({ silent = false } = {}) {
  const known = phrases();
  if (!known?.verdicts) return;
  const [start, stop] = selection();
  const tops = numbers();
  const verdict = stop > start ? verdictOn(tops, start, stop, known) : null;
  const own = tops.slice(start, stop).join("-");
  mark(start, stop, verdict, known);
  name(own, verdict);
  document.dispatchEvent(new CustomEvent("choice", {
    detail: {
      cards: verdict?.good ? boxes().slice(start, stop).map((box) => box.nextElementSibling) : [],
      own: verdict?.good ? own : "",
    },
  }));
  if (silent && find("#verdict[data-refused]")) return;
  const gain = verdict?.good ? known.gain : "";
  const sign = verdict?.good ? known.good ?? ["good", "✓"] : ["bad", "✕"];
  if (verdict) answer(...sign, verdict.title, verdict.reason, gain, verdict.rule);
  else answer(...known.ask);
  if (verdict && !silent) say([`${verdict.title}.`, verdict.reason, gain].filter(Boolean).join(" ").replace("?.", "?"));
}

function mark(start, stop, verdict, { face = "ok", tab = "✓" }) {
  boxes().forEach((box, i) => {
    const chosen = i >= start && i < stop;
    const card = box.nextElementSibling;
    card.classList.toggle(face, chosen && verdict.good);
    card.classList.toggle("no", chosen && !verdict.good);
    card.nextElementSibling.textContent = chosen && !verdict.good ? "✕" : tab;
  });
  for (const chip of all(".chip")) {
    chip.ariaPressed = String(chip.dataset.cards === `${start}-${stop}`);
  }
}

// The button names the move in full.
function name(own, verdict) {
  const button = find("[data-named]");
  if (!button) return;
  const label = button.querySelector("span");
  const { named, unnamed } = button.dataset;
  put(label, own ? named.replace("{set}", own) : unnamed);
  available(button, Boolean(verdict?.good), button.dataset.colour ?? "red");
}

// ---- Taps and presses

document.addEventListener("change", (event) => {
  const index = boxes().indexOf(event.target);
  if (index < 0) return;
  const before = boxes().map((box, i) => box.checked !== (i === index));
  anchor = null;
  select(...pressed(selection(before), index));
});

// Pressing a listed set selects it, unless that changes the hand; a disabled button shows the reason.
document.addEventListener("click", (event) => {
  const button = event.target.closest("#board button");
  if (button?.dataset.cards) {
    event.preventDefault();
    select(...button.dataset.cards.split("-").map(Number));
  } else if (button?.ariaDisabled === "true" && (button.dataset.named || button.id === "do-next")) {
    event.preventDefault();
    find(button.dataset.named ? "#verdict" : "#effect").focus();
  }
});

// ---- Arrow keys: the hand is a single Tab stop

function rove(index) {
  place = index;
  boxes().forEach((box, i) => { box.tabIndex = i === index ? 0 : -1; });
}

function row(index, step) {
  const tops = boxes().map((box) => box.parentElement.offsetParent.offsetTop);
  const left = (i) => boxes()[i].parentElement.offsetParent.offsetLeft;
  const rows = [...new Set(tops)];
  const wanted = rows[rows.indexOf(tops[index]) + step];
  if (wanted === undefined) return index;
  const there = tops.flatMap((top, i) => (top === wanted ? [i] : []));
  return there.reduce((best, i) =>
    (Math.abs(left(i) - left(index)) < Math.abs(left(best) - left(index)) ? i : best));
}

const STEPS = {
  ArrowLeft: (i) => i - 1,
  ArrowRight: (i) => i + 1,
  ArrowUp: (i) => row(i, -1),
  ArrowDown: (i) => row(i, 1),
  Home: () => 0,
  End: () => boxes().length - 1,
};

document.addEventListener("keydown", (event) => {
  const index = focused();
  // Enter moves to the button, where Enter plays.
  if (event.key === "Enter" && event.target.name === "way") {
    event.preventDefault();
    find("#do-turn").focus();
  }
  if (index < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === "Enter") {
    event.preventDefault();
    find("[data-named]")?.focus();
  } else if (STEPS[event.key]) {
    event.preventDefault();
    const to = Math.min(Math.max(STEPS[event.key](index), 0), boxes().length - 1);
    boxes()[to].focus();
    if (!event.shiftKey) anchor = null;
    else select(Math.min(anchor ??= index, to), Math.max(anchor, to) + 1);
  }
});

document.addEventListener("focusin", () => {
  if (focused() >= 0) rove(focused());
});

document.addEventListener("board", (event) => {
  const count = boxes().length;
  anchor = null;
  if (count) rove(Math.min(Math.max(focused(), 0) || place, count - 1));
  judge({ silent: event.detail.said });
});
