// Pictures of cards, chips and numbers that move over the page; only transform and opacity change.

import { slowness } from "games/table/motion/pace.js";

const OUT = "cubic-bezier(.2,.7,.2,1)";
export const IN_OUT = "cubic-bezier(.6,0,.3,1)";

let layer = null;
let running = [];
let hidden = new Set();

const make = (tag, className, text = "") => {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  return element;
};

function face(text) {
  const [up, down] = text.split("/");
  const card = make("span", `card u${up} d${down}`);
  card.append(make("b", "", up), make("i", "", down));
  return card;
}

const transform = ({ x, y, spin = 0, size = 1 }) =>
  `translate(${x}px,${y}px) rotate(${spin}deg) scale(${size})`;

// The layer follows the page when it scrolls.
let from = 0;
const follow = () => { layer.style.transform = `translateY(${from - scrollY}px)`; };

function add(element, pose) {
  if (!layer) {
    layer = make("div", "motion");
    layer.ariaHidden = "true";
    document.body.append(layer);
    from = scrollY;
    addEventListener("scroll", follow);
  }
  layer.append(element);
  Object.assign(element.style, { transform: transform(pose), opacity: pose.fade ?? 1 });
  return { element, pose };
}

// A card `width` pixels wide; its back is seen when it is turned by 180 degrees.
export function card(text, { x, y, width, ...pose }) {
  const element = make("span", "flying");
  const sides = make("span", "sides");
  sides.append(face(text), make("span", "card back"));
  element.append(sides);
  element.style.setProperty("--cw", `${width}px`);
  return { ...add(element, { x, y, ...pose }), sides, width };
}

export const chip = (pose) => add(make("i", "flying coin", "★"), { ...pose, fade: 0 });

export const ticket = (pose) => add(make("span", "flying ticket", "Scout & Show"), { ...pose, fade: 0 });

// A number in the place of `element`, in its type.
export function number(element, text, fresh, fade) {
  const { left, top, width, height } = element.getBoundingClientRect();
  const { font, color } = getComputedStyle(element);
  const ghost = make("b", fresh ? "flying number fresh" : "flying number", text);
  Object.assign(ghost.style, { font, color: fresh ? "" : color });
  return add(ghost, { x: left + width / 2, y: top + height / 2, fade });
}

// Move `ghost` on to `pose` (what it leaves out stays), `at` milliseconds from now; `act` when there.
export function go(ghost, pose, { at, during, easing = OUT, arc = 0, act = null }) {
  const start = { spin: 0, size: 1, fade: 1, turn: 0, ...ghost.pose };
  const end = { ...start, ...pose };
  const is = (...names) => names.some((name) => start[name] !== end[name]);
  const run = (element, name, values) => {
    const animation = animate(element, values.map((value) => ({ [name]: value })), { at, during, easing });
    if (act) animation.onfinish = act;
    act = null;
  };
  if (is("x", "y", "spin", "size")) {
    const half = (name) => (start[name] + end[name]) / 2;
    const above = { x: half("x"), y: half("y") - arc, spin: half("spin"), size: half("size") };
    run(ghost.element, "transform", [start, ...(arc ? [above] : []), end].map(transform));
  }
  if (is("turn")) run(ghost.sides, "transform", [start, end].map(({ turn }) => `rotateY(${turn}deg)`));
  if (is("fade")) run(ghost.element, "opacity", [start.fade, end.fade]);
  ghost.pose = end;
}

// `lasts`: what it leads to stays until all is cleared.
export function animate(element, frames, { at = 0, during, easing = "linear", lasts = true, composite }) {
  const pace = slowness();
  const animation = element.animate(frames, {
    delay: at * pace, duration: during * pace, easing, composite, fill: lasts ? "forwards" : "backwards",
  });
  running.push(animation);
  return animation;
}

// Let `element` of the page give way to its picture.
export function hide(element) {
  if (!element || hidden.has(element)) return;
  hidden.add(element);
  element.style.opacity = "0";
}

// Resolves when all that moves has landed; not at all if it is cleared before.
export async function landed() {
  const waited = running;
  await Promise.all(waited.map((animation) => animation.finished));
  if (running === waited) running = [];
  else throw new Error("cleared");
}

// What moves is there at once.
export const hurry = () => running.forEach((animation) => animation.finish());

// The page as it is, at once.
export function clear() {
  for (const animation of running) animation.cancel();
  running = [];
  for (const element of hidden) element.style.opacity = "";
  hidden = new Set();
  layer?.remove();
  layer = null;
  removeEventListener("scroll", follow);
}
