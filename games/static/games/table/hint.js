// The hint in the bar: which of its moves is shown, and when it goes. Without scripts, each press is a form.

import { all, find } from "games/frame/dom.js";
import { say } from "games/table/bar.js";

const moves = () => all("#hint li");
const MARK = "hinted";

function marked({ cards, end, way }) {
  const ring = all(".ring .cards .card");
  return [
    ...(cards ? cards.split(" ") : []).map((index) => find(`#card-${index}`)?.nextElementSibling),
    end && ring.at(end === "left" ? 0 : -1),
    way && find(`#way-${way}`)?.closest(".way"),
  ].filter(Boolean);
}

function show(number) {
  const shown = moves()[number - 1];
  if (!shown || shown.className) return;
  for (const move of moves()) move.className = move === shown ? "shown" : "";
  for (const part of all(`.${MARK}`)) part.classList.remove(MARK);
  for (const part of marked(shown.dataset)) part.classList.add(MARK);
  const count = moves().length;
  find("#board [name=hint]").value = number;
  find("#hint-place").textContent = shown.dataset.place;
  find("#hint-before").value = `hint-${((number + count - 2) % count) + 1}`;
  find("#hint-after").value = `hint-${(number % count) + 1}`;
  find("#do-take").value = shown.firstElementChild.value;
  cut();
}

// ---- Where two lines are not enough, the rest comes at a press

const isCut = (part) => part.scrollHeight > part.clientHeight + 1 || part.scrollWidth > part.clientWidth + 1;

function cut() {
  const why = find("#hint-why");
  if (!why) return;
  find("#hint").classList.remove("whole");
  why.hidden = !all("#hint .shown :is(strong, .reason)").some(isCut);
}

for (const change of ["board", "bar"]) document.addEventListener(change, cut);
addEventListener("resize", cut);
document.fonts.ready.then(cut);

document.addEventListener("click", ({ target }) => {
  if (target.id !== "hint-why") return;
  target.hidden = true;
  find("#hint").classList.add("whole");
  find("#hint .shown button").focus({ preventScroll: true });
});

// ---- Coming and going

// Whether it was open. Its bar is below it; where there is none, the server closes it.
export function closeHint() {
  const hint = find("#hint");
  if (!hint) return false;
  if (find("#hand.ways-field")) {
    find("#do-unhint").click();
    return true;
  }
  const inside = hint.contains(document.activeElement);
  hint.parentElement.classList.remove("hinting");
  hint.remove();
  find("#board [name=hint]").remove();
  for (const part of all(`.${MARK}`)) part.classList.remove(MARK);
  document.dispatchEvent(new CustomEvent("bar"));
  if (inside) find("#do-hint")?.focus({ preventScroll: true });
  return true;
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("#hint-before, #hint-after, #do-unhint, #board .chip");
  if (!button || !find("#hint")) return;
  if (button.matches(".chip")) {
    closeHint();
  } else if (button.id !== "do-unhint") {
    event.preventDefault();
    show(Number(button.value.split("-")[1]));
    say(`${find("#hint-place").textContent} ${find("#hint .shown").textContent}`.trim().replace(/\s+/g, " "));
  } else if (!find("#hand.ways-field")) {
    event.preventDefault();
    closeHint();
  }
});

// A player who chooses cards wants the verdict.
document.addEventListener("change", (event) => {
  if (event.target.matches("#board [name=card]")) closeHint();
});

function look(event) {
  const move = event.target.closest?.("#hint li");
  if (move) show(Number(move.dataset.number));
}

document.addEventListener("focusin", look);
// Not where the pointer merely lay when the hint came.
document.addEventListener("pointermove", (event) => {
  if (event.movementX || event.movementY) look(event);
});

// A hint that has just come gets the focus, which its button has lost.
let asked = false;

document.addEventListener("htmx:beforeRequest", (event) => {
  asked ||= event.detail.requestConfig?.triggeringEvent?.submitter?.value === "hint";
});

for (const failure of ["htmx:responseError", "htmx:sendError"]) {
  document.addEventListener(failure, () => { asked = false; });
}

document.addEventListener("board", () => {
  if (!asked) return;
  asked = false;
  (find("#hint .shown button") ?? find("#do-hint-again"))?.focus({ preventScroll: true });
});
