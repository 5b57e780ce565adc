// Keeps the table up to date, by wakes or by polling, and handles lost connections.

import { find } from "games/frame/dom.js";
import { isOpen, wasOpened } from "games/frame/stream.js";
import { answer, put } from "games/table/bar.js";
import { isMoving, whenLanded } from "games/table/motion/moving.js";
import { isNews } from "games/table/swap.js";
import words from "games/table/words.js";

// Chat requests are handled in chat.js.
const isTalk = (event) => event.target.closest?.("#chat");
const board = () => find("#board");
// Whether a press is being made, or sent: htmx marks what it waits for.
let down = false;
const isPressed = () => down || find(".htmx-request:not(#news, #chat *)") !== null;
// Until a lost stream is back, poll often.
const pause = () => Math.min(Number(board().dataset.pause), wasOpened() ? 4 : Infinity) * 1000;
const LONGEST_PAUSE = 30;
const CLICK_DELAY = 100; // A tap's click follows its pointerup within this many milliseconds.

let due = 0; // The newest version in a wake since the last look; Infinity if a wake had none.
let looking = 0;

// Does nothing during another request; each request checks again when it is done. What still moves
// lands first.
function look() {
  if (isMoving()) later();
  else if (find("#news")) htmx.trigger("#news", "look");
}

let waits = false;

function later() {
  if (waits) return;
  waits = true;
  whenLanded(() => {
    waits = false;
    queueMicrotask(look);
  });
}

const behind = () => due > Number(board().dataset.version);

// ---- When to look: wakes come from stream.js

document.addEventListener("hint", ({ detail: { game, version } }) => {
  if (game && game !== document.body.dataset.game) return;
  due = Math.max(due, version ?? Infinity);
  if (behind()) look();
});

document.addEventListener("stream-open", () => {
  clearTimeout(looking);
  looking = 0;
  if (lost) retry();
});

document.addEventListener("stream-lost", poll);

function poll() {
  if (looking || document.hidden || !("live" in board().dataset)) return;
  looking = setTimeout(() => {
    looking = 0;
    if (isOpen()) return;
    if (!lost) look();
    poll();
  }, pause());
}

function wake() {
  if (document.hidden) {
    clearTimeout(looking);
    looking = 0;
  } else {
    look();
    poll();
  }
}

document.addEventListener("visibilitychange", wake);
addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  // A press that led to another page gets no answer here.
  if (isPressed()) location.reload();
  else wake();
});
addEventListener("online", () => lost && retry());
addEventListener("offline", () => lose());
document.addEventListener("board", () => {
  // The pause may have changed.
  if (!looking) return;
  clearTimeout(looking);
  looking = 0;
  poll();
});

// ---- Looking: an answer never replaces what a press leads to

document.addEventListener("htmx:configRequest", (event) => {
  // The viewer sees the answer, which counts as having seen the turn.
  if (event.detail.elt.id === "news") event.detail.headers["Page-Visible"] = "1";
});

document.addEventListener("htmx:beforeRequest", (event) => {
  if (!isNews(event)) return;
  if (document.hidden || isPressed()) {
    event.preventDefault();
    return;
  }
  const news = event.target;
  const asked = due;
  due = 0;
  // A press leads to a newer board. When that arrives, it replaces #news.
  news.addEventListener("htmx:beforeOnLoad", (answered) => {
    if (!isPressed() && news.isConnected) return;
    answered.preventDefault();
    due = Math.max(due, asked);
  }, { once: true });
});

// A board that came between a button's going down and up would swallow the press.
const hold = () => { down = true; };
const release = () => setTimeout(() => {
  down = false;
  if (behind()) look();
}, CLICK_DELAY);
addEventListener("pointerdown", (event) => { if (event.button === 0) hold(); });
addEventListener("keydown", (event) => { if (event.key === " ") hold(); });
for (const way of ["pointerup", "pointercancel", "keyup", "blur"]) addEventListener(way, release);

// ---- Sending: a press counts once, and shows that it is being sent

const PLAYS = ["show", "send", "turn", "add", "play", "clear"];

// The button of a request that sends a move; null for other requests.
function playOf(event) {
  const button = event.detail.requestConfig.triggeringEvent?.submitter;
  return PLAYS.includes(button?.value) ? button : null;
}

// The board is marked as busy, because a disabled button would lose the focus.
document.addEventListener("submit", (event) => {
  if (isTalk(event) || board().ariaBusy !== "true") return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

document.addEventListener("htmx:beforeRequest", (event) => {
  const button = isTalk(event) || isNews(event) ? null : playOf(event);
  if (!button) return;
  const label = button.querySelector("span") ?? button;
  button.move ??= label.textContent.trim();
  button.style.minWidth = `${button.offsetWidth}px`;
  label.textContent = words.sending;
  board().ariaBusy = "true";
});

function unsent(event) {
  const button = playOf(event);
  if (!button?.isConnected) return;
  const { move } = button;
  delete button.move;
  put(button.querySelector("span") ?? button, words.again.replace("{move}", move));
  if (!find("#verdict")) return;
  answer("bad", "✕", words.unsent.title, words.unsent.reason.replace("{move}", move));
}

// ---- After each request

document.addEventListener("htmx:afterRequest", (event) => {
  if (isTalk(event)) return;
  if (!isNews(event)) board().ariaBusy = "false";
  const { status } = event.detail.xhr;
  if (status >= 200 && status < 400) calm();
  // A wake may have arrived meanwhile.
  if (status >= 200 && status < 500 && behind()) queueMicrotask(look);
});

// ---- Connection lost

let lost = false;
let tries = 0;
let clock = 0;

function strip(kind) {
  const box = document.createElement("div");
  box.className = `strip bad ${kind}`;
  box.innerHTML = `<span class="mark bad" aria-hidden="true">!</span>
    <p><strong></strong> <span></span> <span class="next" aria-hidden="true"></span></p>`;
  box.querySelector("strong").textContent = words[kind].title;
  box.querySelector("p > span").textContent = words[kind].reason;
  find("#alert").replaceChildren(box);
  return box;
}

function lose() {
  if (!lost) {
    lost = true;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button";
    button.textContent = words.now;
    button.addEventListener("click", retry);
    strip("lost").append(button);
  }
  count(Math.min(4 * 2 ** tries++, LONGEST_PAUSE));
}

// Seconds to the next try, hidden from screen readers, which have the button.
function count(seconds) {
  clearInterval(clock);
  const next = find("#alert .next");
  const show = () => { next.textContent = words.next.replace("{seconds}", seconds); };
  show();
  clock = setInterval(() => {
    seconds -= 1;
    if (seconds > 0) show();
    else retry();
  }, 1000);
}

function retry() {
  clearInterval(clock);
  look();
}

function calm() {
  clearInterval(clock);
  find("#alert .next")?.closest(".strip").remove();
  lost = false;
  tries = 0;
}

function failed(event) {
  if (isTalk(event)) return;
  if (!isNews(event)) unsent(event);
  lose();
}

for (const way of ["sendError", "sendAbort", "timeout"]) {
  document.addEventListener(`htmx:${way}`, failed);
}
document.addEventListener("htmx:responseError", (event) => {
  if (isTalk(event)) return;
  if (event.detail.xhr.status >= 500) failed(event);
  else {
    if (!isNews(event)) unsent(event);
    strip(event.detail.xhr.status === 429 ? "hasty" : "expired");
  }
});
