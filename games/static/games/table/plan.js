// The player's own plan: a sheet on phones, keys, and what is ready to be added. Without scripts,
// each press is a form.

import { all, find } from "games/frame/dom.js";
import { say } from "games/table/bar.js";

const narrow = matchMedia("(max-width: 43.74em)");
const sheet = () => (narrow.matches ? find("#plan.list") : null);

// ---- On phones the list lies over the page, which then can't be reached

// The headline stays: it says what page this is.
const BEHIND = [
  ".top", ".skip", ".foot", "main > :not(#move)", ".stage > :not(.headline)", ".bar",
  ".results > :not(#plan, #headline)", ".side > :not(#plan)",
].join();

function cover() {
  const open = sheet();
  for (const part of all(BEHIND)) part.inert = Boolean(open);
  open?.setAttribute("role", "dialog");
  open?.setAttribute("aria-modal", "true");
  return open;
}

narrow.addEventListener("change", cover);

// ---- After a swap: say what was done, and keep the focus near it

let moved = null; // The place of the order that a press moves, or removes.

function changed() {
  const open = cover();
  const plan = find("#plan");
  if (!plan) return;
  const { said } = plan.dataset;
  if (said) say(said);
  const at = moved === null ? null : find(`#${moved}`) ?? find("#plan-title");
  moved = null;
  if (at) at.focus({ preventScroll: true });
  else if (open && !open.contains(document.activeElement)) {
    find("#plan-title").focus({ preventScroll: true });
  }
}

document.addEventListener("board", changed);
changed();

// The first order can't move up.
document.addEventListener("click", (event) => {
  const step = event.target.closest("#plan .step");
  if (!step) return;
  if (step.ariaDisabled === "true") {
    event.preventDefault();
    return;
  }
  const [way, place] = step.value.split("-");
  // What was below takes the place of a removed order.
  if (moved === null) moved = way === "up" ? `up-${Math.max(place - 1, 0)}` : step.id;
});

// ---- Alt with an arrow moves the order in focus

document.addEventListener("keydown", (event) => {
  const row = event.target.closest?.("#plan .orders li");
  const step = { ArrowUp: 0, ArrowDown: 1 }[event.key];
  if (!row || step === undefined || !event.altKey) return;
  event.preventDefault();
  const place = all("#plan .orders li:not(.ready)").indexOf(row) + step;
  const button = find(`#up-${place}`);
  if (!button || place === 0) return;
  moved = `up-${place - 1 + step}`;
  button.click();
});

// ---- What is selected, at the end of the list

document.addEventListener("choice", ({ detail: { cards, own } }) => {
  const ready = find("#plan .ready");
  if (!ready) return;
  ready.hidden = !own;
  ready.querySelector(".tiny").replaceChildren(...cards.map((card) => {
    const copy = card.cloneNode(true);
    copy.classList.remove("ok", "no", "plan");
    return copy;
  }));
  const title = ready.querySelector("strong");
  title.textContent = title.dataset.words.replace("{set}", own);
});
