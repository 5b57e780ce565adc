// Motion at the table: what a new board brings is seen on it.

import { find } from "games/frame/dom.js";
import { IN_OUT, animate } from "games/table/motion/ghosts.js";
import { isStill } from "games/table/motion/moving.js";
import { finish, play } from "games/table/motion/queue.js";
import { measure } from "games/table/motion/scene.js";
import words from "games/table/words.js";

const moves = () => JSON.parse(find("#moves")?.textContent ?? "[]");
const isAfter = (one, other) =>
  one.round > other.round || (one.round === other.round && one.number > other.number);

let before = null;
let seen = { round: 0, number: 0 };

// What was played before the page was opened is not seen again.
function fresh() {
  const shown = moves();
  const found = shown.filter((move) => isAfter(move, seen));
  // Fewer than before: some were taken back.
  seen = shown.at(-1) ?? seen;
  return found;
}

fresh();

// Both before other scripts hear of the swap.

document.addEventListener("htmx:beforeSwap", ({ detail, target }) => {
  if (!detail.shouldSwap || target.id !== "board") return;
  finish();
  before = measure(find("#board"));
}, true);

document.addEventListener("htmx:afterSettle", ({ target }) => {
  if (target.id !== "board" || !before) return;
  const { seat } = target.dataset;
  play(before, target, fresh(), { seat: seat === undefined ? null : Number(seat), label: words.tap });
}, true);

// ---- A card or a hand that is turned over turns

function turn(card, i) {
  if (isStill()) return;
  animate(card, [{ transform: "rotate(180deg)" }, { transform: "rotate(0deg)" }], {
    at: 15 * i, during: 260, easing: IN_OUT, composite: "add", lasts: false,
  });
}

document.addEventListener("turned", ({ detail }) => turn(detail, 0));

document.addEventListener("change", ({ target }) => {
  if (target.name === "way") [...target.closest("label").querySelectorAll(".card")].forEach(turn);
});
