// Steps through a replay without loading pages: all steps of the round are fetched once. Until
// then, or without them, links load pages.

import { copy } from "games/frame/copy.js";
import { all, find } from "games/frame/dom.js";
import { isMoving } from "games/table/motion/moving.js";
import { finish, play } from "games/table/motion/queue.js";
import { measure } from "games/table/motion/scene.js";

const PAUSE = 1200;
const replay = find("#replay");
const slider = find("#slider");
const auto = find("#auto");
const most = Number(slider.max);

let move = Number(slider.value);
let moments = null; // Each step's element, by move number.
let playing = 0;

const ready = fetch(replay.dataset.steps)
  .then((answer) => (answer.ok && !answer.redirected ? answer.text() : ""))
  .then((html) => {
    const box = document.createElement("template");
    box.innerHTML = html;
    const found = [...box.content.querySelectorAll(".moment")];
    if (found.length >= most) moments = new Map(found.map((one) => [Number(one.dataset.move), one]));
  })
  .catch(() => {}); // Links still work.

// ---- Showing a step

const at = (address, number) => {
  const url = new URL(address, location.href);
  url.searchParams.set("move", number);
  return url.pathname + url.search;
};

const within = (number) => Math.min(Math.max(number, 1), most);

const target = (go) => within({ first: 1, back: move - 1, next: move + 1, last: most }[go] ?? Number(go));

async function show(number, { say = true } = {}) {
  await ready;
  if (!moments) {
    location.assign(at(find("#copy").href, number));
    return;
  }
  finish();
  const old = find("#moment .moment");
  const made = Number(old.dataset.move) === number - 1 && old.dataset.made;
  const before = made ? measure(old) : null;
  move = number;
  const moment = moments.get(number);
  const { spoken, counter, heading } = moment.dataset;
  find("#moment").replaceChildren(moment);
  find("#headline").textContent = heading;
  const [waiting] = /^(\(\d+\) )?/.exec(document.title); // How many games wait, as stream.js has it.
  document.title = waiting + [heading, replay.dataset.name, "Next Act"].join(" · ");
  slider.value = number;
  slider.setAttribute("aria-valuetext", spoken);
  find("#counter").textContent = counter;
  for (const link of all("[data-go]")) point(link);
  for (const link of all("[data-place], .segments .on")) {
    link.setAttribute("href", at(link.href, number));
  }
  history.replaceState(null, "", at(find("#copy").href, number));
  if (say) find("#said").textContent = spoken;
  if (made) play(before, moment, [JSON.parse(made)]);
}

// Update the links, and mark the step in the list.
function point(link) {
  const { go } = link.dataset;
  if (Number.isNaN(Number(go))) {
    link.setAttribute("href", at(link.href, target(go)));
  } else if (Number(go) === move) {
    link.setAttribute("aria-current", "step");
    inSight(link);
  } else {
    link.removeAttribute("aria-current");
  }
}

// Scroll the list, never the page.
function inSight(link) {
  const list = find("#moves");
  const top = link.offsetTop - list.offsetTop;
  if (top < list.scrollTop || top + link.offsetHeight > list.scrollTop + list.clientHeight) {
    list.scrollTop = top - list.clientHeight / 2;
  }
}

// ---- Autoplay

function stop() {
  clearInterval(playing);
  playing = 0;
  draw();
}

function draw() {
  auto.setAttribute("aria-label", playing ? auto.dataset.pause : auto.dataset.play);
  auto.querySelector("use").setAttribute("href", playing ? "#pause" : "#play");
}

function toggle() {
  if (playing) {
    stop();
    return;
  }
  if (move === most) show(1, { say: false });
  playing = setInterval(() => {
    if (isMoving()) return;
    if (move >= most || document.hidden) stop();
    else show(move + 1, { say: false });
  }, PAUSE);
  draw();
}

function go(number) {
  if (playing) stop();
  if (number !== move) show(number);
}

// ---- Buttons, slider, list, keys

auto.hidden = false;
find("#keys-hint").hidden = false;
find("#go").hidden = true;
auto.addEventListener("click", toggle);
slider.addEventListener("input", () => {
  if (playing) stop();
  show(Number(slider.value), { say: false });
});
find("#controls").addEventListener("submit", (event) => event.preventDefault());

replay.addEventListener("click", (event) => {
  const link = event.target.closest("[data-go]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(target(link.dataset.go));
});

const KEYS = {
  ArrowLeft: () => go(target("back")),
  ArrowRight: () => go(target("next")),
  Home: () => go(1),
  End: () => go(most),
  " ": toggle,
};

// Leave keys to focused controls that use them.
function isTaken(event) {
  const { target: focused, key } = event;
  if (focused.closest("input, textarea, select")) return key !== " " || focused !== slider;
  return key === " " && focused.closest("a, button, summary");
}

document.addEventListener("keydown", (event) => {
  if (!KEYS[event.key] || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  const inside = event.target === document.body || event.target.closest?.("main");
  if (!inside || isTaken(event)) return;
  event.preventDefault();
  KEYS[event.key]();
});

// ---- The link to this step

const here = find("#copy");
here.addEventListener("click", (event) => {
  if (!navigator.clipboard || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  copy(here.href, here);
});

const current = find("#moves [aria-current]");
if (current) inSight(current);
