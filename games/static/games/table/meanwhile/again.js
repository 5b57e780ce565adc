// A move seen again: for a moment the ring shows how it was made.

import { find } from "games/frame/dom.js";
import { say } from "games/table/bar.js";

const TIME = 1600; // Milliseconds for one move.
const MANY = 6; // Cards that take smaller ones.
const root = document.documentElement;
const moves = () => JSON.parse(find("#moves")?.textContent ?? "[]");
const chip = (number) => find(`.move-chip[data-number="${number}"]`);

let seen = null; // The element over the ring.
let shown = 0; // Its move's number.
let waiting = []; // The numbers of moves to be seen next.
let timer = 0;

export const isSeen = () => seen !== null;
export const still = () => root.dataset.motion === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;

const made = (name, classes = "", text = "") =>
  Object.assign(document.createElement(name), { className: classes, textContent: text });

// The cards of names such as "7/9", as the server draws them.
function row(names) {
  const cards = made("span", names.length < MANY ? "cards" : "cards many");
  cards.append(...names.map((name) => {
    const [up, down] = name.split("/");
    const card = made("span", `card u${up} d${down}`);
    card.append(made("b", "", up), made("i", "", down));
    return card;
  }));
  cards.ariaHidden = "true";
  return cards;
}

// ---- How the cards move: only by transform and opacity

const moving = (element, steps, delay, duration) => element.animate(steps, {
  delay, duration, fill: "both", easing: "cubic-bezier(.2,.7,.2,1)",
});

// An end card is taken.
function take(cards, end) {
  const all = [...cards.children];
  const taken = all.at(end === "left" ? 0 : -1);
  taken.classList.add("taken");
  if (still()) return;
  const close = `translateX(${taken.offsetWidth / (end === "left" ? -2 : 2)}px)`;
  for (const other of all) if (other !== taken) moving(other, [{}, { transform: close }], 820, 160);
  moving(taken, [
    {},
    { transform: "translateY(-12px)", opacity: 1, offset: .4 },
    { transform: "translateY(-60px) scale(.5)", opacity: 0 },
  ], 400, 420);
}

// A set comes in, from the viewer's side if it is theirs.
function come(cards, mine) {
  if (still()) return;
  [...cards.children].forEach((card, i) => moving(card, [
    { transform: `translateY(${mine ? 60 : -60}px) scale(.5)`, opacity: 0 },
    {},
  ], 40 * i, 280));
}

// ---- Showing it

// One beat of a move, with the server's words for it.
function draw(item, words, cards) {
  const { back, seen: again } = item.parentElement.dataset;
  const [title, effect] = words.content.cloneNode(true).children;
  const box = made("div", "seen");
  const heading = made("p", "ring-title");
  heading.append(item.querySelector(".avatar").cloneNode(true), title, " ", made("span", "", again));
  const line = made("p", "beat");
  line.append(effect, " ", Object.assign(made("button", "", back), { type: "button" }));
  box.append(heading, cards, line);
  const hadFocus = seen?.contains(document.activeElement);
  seen?.remove();
  seen = box;
  find(".ring").append(box);
  if (hadFocus) line.lastChild.focus({ preventScroll: true });
  say(`${title.textContent}. ${effect.textContent}`);
}

// Each is shown for TIME; a Scout & Show has two.
function* beats(item, move) {
  const words = item.querySelectorAll("template");
  if (move.card) {
    const cards = row(move.before);
    draw(item, words[0], cards);
    yield take(cards, move.end);
  }
  if (move.cards) {
    const cards = row(move.cards);
    draw(item, words[words.length - 1], cards);
    yield come(cards, String(move.seat) === find("#board").dataset.seat);
  }
}

function go(steps) {
  timer = 0;
  if (!steps.next().done) timer = setTimeout(() => go(steps), TIME * (root.dataset.pace === "slow" ? 1.6 : 1));
  else if (waiting.length) seeAgain(...waiting);
  else close();
}

function close() {
  clearTimeout(timer);
  const button = chip(shown)?.querySelector("button");
  if (button) button.ariaPressed = "false";
  if (seen?.contains(document.activeElement)) button?.focus({ preventScroll: true });
  seen?.remove();
  seen = null;
}

// Show the ring as it is now.
export function backToNow() {
  waiting = [];
  close();
}

// Play one move again, then others if any are given. Returns whether the page still knows it.
export function seeAgain(number, ...others) {
  close();
  waiting = others;
  const item = chip(number);
  const move = moves().find((one) => one.number === number);
  if (!item || !move || !find(".ring")) return false;
  shown = number;
  item.querySelector("button").ariaPressed = "true";
  go(beats(item, move));
  return true;
}
