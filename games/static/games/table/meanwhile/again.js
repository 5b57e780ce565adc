// A move seen again: for a moment the ring shows how it was made, as the server has drawn it.

import { find } from "games/frame/dom.js";
import { say } from "games/table/bar.js";
import { isStill } from "games/table/motion/moving.js";

const TIME = 1600; // Milliseconds for one move; a Scout & Show has two parts.

let seen = null; // The element over the ring.
let item = null; // Its move in the strip.
let timer = 0;

export const isSeen = () => seen !== null;

const made = (name, className, ...content) => {
  const element = Object.assign(document.createElement(name), { className });
  element.append(...content);
  return element;
};

// ---- How the cards move: only by transform and opacity

const moving = (element, delay, duration, ...steps) => isStill() || element.animate(steps, {
  delay, duration, fill: "both", easing: "cubic-bezier(.2,.7,.2,1)",
});

// The card at this end is taken, and the others close up.
function take(cards, end) {
  const taken = cards.at(end === "left" ? 0 : -1);
  taken.classList.add("taken");
  const transform = `translateX(${taken.offsetWidth / (end === "left" ? -2 : 2)}px)`;
  for (const card of cards) if (card !== taken) moving(card, 820, 160, {}, { transform });
  moving(taken, 400, 420, {}, { transform: "translateY(-12px)", opacity: 1, offset: .4 },
    { transform: "translateY(-60px) scale(.5)", opacity: 0 });
}

// A set comes in, from below if it is the viewer's.
const come = (cards, from) => cards.forEach((card, i) => {
  moving(card, 40 * i, 280, { transform: `translateY(${from}px) scale(.5)`, opacity: 0 }, {});
});

// ---- Showing it

function draw(part) {
  const { back, seen: again } = item.parentElement.dataset;
  const [title, effect, row] = part.content.cloneNode(true).children;
  const button = made("button", "", back);
  button.type = "button";
  const box = made("div", "seen",
    made("p", "ring-title", item.querySelector(".avatar").cloneNode(true), title, " ", made("span", "", again)),
    row, made("p", "beat", effect, " ", button));
  const hadFocus = seen?.contains(document.activeElement);
  seen?.remove();
  find(".ring").append(box);
  seen = box;
  if (hadFocus) button.focus({ preventScroll: true });
  const cards = [...row.children];
  row.classList.toggle("many", cards.length > 5);
  if (part.dataset.end) take(cards, part.dataset.end);
  else come(cards, item.matches(".anchor") ? 60 : -60);
  say(`${title.textContent}. ${effect.textContent}`);
}

// Show the ring as it is now.
export function backToNow() {
  clearTimeout(timer);
  const button = item?.querySelector("button");
  if (button) button.ariaPressed = "false";
  if (seen?.contains(document.activeElement)) button?.focus({ preventScroll: true });
  seen?.remove();
  seen = item = null;
}

function go(parts, others) {
  if (parts.length) {
    draw(parts[0]);
    timer = setTimeout(go, TIME * (document.documentElement.dataset.pace === "slow" ? 1.6 : 1), parts.slice(1), others);
  } else if (others.length) seeAgain(...others);
  else backToNow();
}

// Play the move with this number again, then others if any are given.
export function seeAgain(number, ...others) {
  backToNow();
  item = find(`.move-chip[data-number="${number}"]`);
  if (!item) return;
  item.querySelector("button").ariaPressed = "true";
  go([...item.querySelectorAll("template")], others);
}
