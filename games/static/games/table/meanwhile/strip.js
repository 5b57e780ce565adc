// The strip of moves since the viewer's last turn: each is a button that shows it again.

import { all, find } from "games/frame/dom.js";
import { isStill } from "games/table/motion/moving.js";

const STEPS = { ArrowLeft: -1, ArrowRight: 1 };
const FADED = 56;
const strip = () => find(".along");
const buttons = () => all(".move-chip button");
const numberOf = (button) => Number(button.parentElement.dataset.number);

let again = null; // The module, once a move has been seen again.
const isSeen = () => again?.isSeen() ?? false;
const backToNow = () => again?.backToNow();

async function seeAgain(...numbers) {
  again ??= await import("games/table/meanwhile/again.js");
  again.seeAgain(...numbers);
}

// Buttons are made here, because without scripts they would do nothing.
function enable(item) {
  const button = document.createElement("button");
  button.type = "button";
  button.ariaPressed = "false";
  const text = item.querySelector(".unseen");
  text.append(`${/[.!?]\s*$/.test(text.textContent) ? "" : "."} ${item.parentElement.dataset.again}`);
  button.append(...item.childNodes);
  item.append(button);
}

// The strip is a single Tab stop, at first its newest move.
function rove(button) {
  for (const each of buttons()) each.tabIndex = each === button ? 0 : -1;
}

// The strip alone scrolls, never the page; what fades at its left is not seen.
function reveal(button) {
  const along = strip();
  const box = along.getBoundingClientRect();
  const { left, right } = button.getBoundingClientRect();
  if (left < box.left + FADED) along.scrollLeft += left - box.left - FADED;
  else if (right > box.right) along.scrollLeft += right - box.right + 4;
}

// The way to the log gives its place to moves that fit only without it.
function fade() {
  const along = strip();
  if (!along) return;
  const log = find(".to-log");
  const beyond = () => along.scrollWidth - along.clientWidth;
  log.parentElement.hidden = false;
  log.parentElement.hidden = beyond() > 4 && beyond() < log.parentElement.offsetWidth + 6;
  along.classList.toggle("more", beyond() + along.scrollLeft > 4);
}

// ---- Kept when the board is replaced: the focus, how far it was scrolled, what was there

let kept = { round: "", last: Infinity };
let focused = 0;
let scrolled = 0;

document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.target.id !== "board" || !event.detail.shouldSwap) return;
  const button = document.activeElement?.closest(".move-chip button");
  focused = button ? numberOf(button) : 0;
  scrolled = strip()?.scrollLeft ?? 0;
  backToNow();
});

document.addEventListener("board", () => {
  const items = all(".move-chip");
  items.forEach(enable);
  const numbers = buttons().map(numberOf);
  const { round } = find("#board").dataset;
  const fresh = items.filter((_, i) => round !== kept.round || numbers[i] > kept.last);
  if (strip() && !fresh.length) strip().scrollLeft = scrolled;
  else if (kept.last !== Infinity && !isStill()) fresh.forEach(slide);
  kept = { round, last: Math.max(0, ...numbers) };
  const whole = find(".again-all");
  if (whole) whole.hidden = false;
  const back = buttons()[numbers.indexOf(focused)];
  rove(back ?? buttons().at(-1));
  if (document.activeElement === document.body) back?.focus({ preventScroll: true });
  focused = 0;
  fade();
  strip()?.addEventListener("scroll", fade);
});

addEventListener("resize", fade);

function slide(item) {
  item.animate([{ transform: "translateX(48px)" }, {}], { duration: 180, easing: "cubic-bezier(.2,.7,.2,1)" });
}

// ---- Presses: on a move to see it again, anywhere else to return

document.addEventListener("click", (event) => {
  const button = event.target.closest(".move-chip button");
  if (button) {
    const fresh = button.ariaPressed !== "true";
    backToNow();
    rove(button);
    if (fresh) seeAgain(numberOf(button));
  } else if (event.target.closest(".again-all")) {
    const moves = all(".move-chip:not(.anchor)").map((item) => Number(item.dataset.number));
    seeAgain(...moves);
  } else if (event.target.closest(".seen")) {
    backToNow();
  }
});

addEventListener("pointerdown", (event) => {
  if (isSeen() && !event.target.closest?.(".meanwhile, .seen")) backToNow();
}, true);

addEventListener("keydown", (event) => {
  const button = event.target.closest?.(".move-chip button");
  const step = STEPS[event.key];
  const pressed = ["Enter", " "].includes(event.key) && event.target.closest?.(".meanwhile, .seen");
  if (button && step && !event.ctrlKey && !event.altKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    const next = buttons().filter((each) => each.offsetParent);
    const to = next[next.indexOf(button) + step];
    if (to) {
      rove(to);
      to.focus({ preventScroll: true });
      reveal(to);
    }
  } else if (isSeen() && !pressed && !["Tab", "Shift", "Control", "Alt", "Meta"].includes(event.key)) {
    // Escape would clear the selection too.
    if (event.key === "Escape") event.preventDefault();
    backToNow();
  }
}, true);
