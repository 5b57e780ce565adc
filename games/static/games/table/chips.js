// The list of sets above the hand: one row, and a fold that opens over the hand.

import { all, find } from "games/frame/dom.js";

const fold = () => find("#more");
const row = () => find("#board .picks-row");
let scrolled = 0;
let asking = false;

// The row alone scrolls, never the page.
function reveal(chip) {
  const { left, right } = chip.getBoundingClientRect();
  const box = row().getBoundingClientRect();
  if (left < box.left) row().scrollLeft += left - box.left - 8;
  if (right > box.right) row().scrollLeft += right - box.right + 24;
}

// A selected set is never folded away: it takes the place of the last one of its kind that phones show too.
function unfold(chip) {
  if (chip.matches(".twin")) return find(".picks-row .spare");
  const kind = chip.classList.contains("with-scout");
  const shown = all("#board .picks-row .chip:not(.spare)");
  const last = shown.filter((each) => each.classList.contains("with-scout") === kind).pop();
  if (!last) return chip;
  fold().querySelector(".chips").prepend(last.cloneNode(true));
  last.replaceWith(chip);
  return chip;
}

document.addEventListener("click", (event) => {
  let chip = event.target.closest("#board .chip");
  asking = Boolean(chip && !chip.dataset.cards);
  // Until the server has answered, the pressed chip stays where it has the focus.
  if (asking || (!chip && event.target.closest(".more"))) return;
  if (chip?.closest(".more")) {
    chip = unfold(chip);
    chip.focus({ preventScroll: true });
  }
  fold()?.removeAttribute("open");
  if (chip) reveal(chip);
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !fold()?.open) return;
  event.preventDefault();
  fold().open = false;
  fold().querySelector("summary").focus();
}, true);

document.addEventListener("scroll", (event) => {
  if (event.target === row()) scrolled = row().scrollLeft;
}, true);

document.addEventListener("board", () => {
  const chip = find("#board .picks-row [aria-pressed=true]");
  if (asking) fold()?.removeAttribute("open");
  // A pressed twin may have gone.
  if (asking && document.activeElement === document.body) chip?.focus({ preventScroll: true });
  asking = false;
  if (!row()) return;
  row().scrollLeft = scrolled;
  if (chip) reveal(chip);
});
