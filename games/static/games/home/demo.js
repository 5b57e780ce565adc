// The landing page's hand plays itself once when it comes into view: four steps of two seconds.
// Only transform and opacity move. Without this script, or with less motion, step 3 is shown.

import { all, find } from "games/frame/dom.js";

const STEP = 2000;
const LAST = 4;
const TRAVEL = { duration: 320, easing: "cubic-bezier(.2,.7,.2,1)", fill: "both" };

const demo = find("#demo");
const press = find("#demo-press");
const still = matchMedia("(prefers-reduced-motion: reduce)").matches || document.documentElement.dataset.motion === "off";
const [four, five] = all(".demo-set .card");
const hand = all(".demo-hand .card");
const [, taken, , last] = hand;
const rest = hand.filter((card) => !card.matches(".shown"));
const shown = hand.filter((card) => card.matches(".shown"));

let step = 0;
let timer = 0;
let motions = [];

// Where `card` would have to move to lie at `place`, both as the layout has them.
const towards = (card, place, aside = 0) => {
  const [from, to] = [card, place].map((each) => {
    let [x, y] = [0, 0];
    for (let node = each; node && node !== demo; node = node.offsetParent) {
      x += node.offsetLeft;
      y += node.offsetTop;
    }
    return { x, y };
  });
  return `translate(${to.x - from.x + aside}px, ${to.y - from.y}px)`;
};

// Each card's place after a step, and how much of it is seen.
function poses() {
  const width = last.offsetLeft - taken.offsetLeft;
  const wide = width / 2;
  const shift = (card, by) => `translateX(${card.matches(".before") ? by : -by}px)`;
  const open = step >= 2;
  const at = [
    [four, step ? (step === LAST ? `translate(${wide * 3}px, -30px) scale(.4)` : "none") : "translateY(-60px)", Number(step > 0 && step < LAST)],
    [five, step ? "none" : "translateY(-60px)", Number(step === 1)],
    ...rest.map((card) => [card, step === LAST ? shift(card, wide * 1.5) : open ? "none" : shift(card, wide / 2), 1]),
    ...shown.map((card, index) => {
      if (step === LAST) return [card, towards(card, four, index * wide - wide / 2), 1];
      if (open) return [card, step === 3 ? "translateY(-9px)" : "none", 1];
      return card === taken ? [card, towards(card, five), 0] : [card, `translateX(${-wide / 2}px)`, 1];
    }),
  ];
  return at;
}

function pose(duration) {
  const before = motions;
  motions = poses().map(([card, transform, opacity]) => {
    const seen = getComputedStyle(card);
    // The scouted card lies in the ring until it is lifted.
    const from = { transform: seen.transform, opacity: card === taken && step === 2 ? 1 : card === five ? opacity : seen.opacity };
    return card.animate([from, { transform, opacity }], { ...TRAVEL, duration });
  });
  before.forEach((motion) => motion.cancel());
}

function say(words, running) {
  press.replaceChildren(running ? "" : words);
  press.setAttribute("aria-label", words);
  press.classList.toggle("runs", running);
}

function next() {
  step += 1;
  demo.dataset.step = step;
  pose(TRAVEL.duration);
  timer = setTimeout(step < LAST ? next : rests, STEP);
}

function rests() {
  timer = 0;
  say(press.dataset.again, false);
}

function play() {
  step = 0;
  demo.dataset.step = 1;
  pose(0);
  say(press.dataset.pause, true);
  next();
}

press?.addEventListener("click", () => {
  if (timer) {
    clearTimeout(timer);
    timer = 0;
    say(press.dataset.on, false);
  } else if (step === LAST || !step) play();
  else {
    say(press.dataset.pause, true);
    next();
  }
});

if (demo && !still) {
  press.hidden = false;
  say(press.dataset.again, false);
  new IntersectionObserver(([seen], watch) => {
    if (!seen.isIntersecting || step) return;
    watch.disconnect();
    play();
  }, { threshold: 0.6 }).observe(demo);
}
