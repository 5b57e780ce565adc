// Keeps the time left up to date. It counts seconds from what the server sent, so the device's
// clock does not matter.

import { all } from "games/frame/dom.js";
import words from "games/table/words.js";

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;
const ends = new WeakMap();

function secondsTo(element, seconds) {
  if (!ends.has(element)) ends.set(element, Date.now() + seconds * 1000);
  return Math.floor((ends.get(element) - Date.now()) / 1000);
}

function inWords(left) {
  const said = words.clock;
  if (left <= 0) return said.over;
  if (left < MINUTE) return said.moment;
  if (left < HOUR) return said.minutes.replace("{count}", Math.floor(left / MINUTE));
  if (left < 2 * DAY) return said.hours.replace("{count}", Math.floor(left / HOUR));
  return said.days.replace("{count}", Math.floor(left / DAY));
}

function tick() {
  for (const pill of all(".clock[data-left]")) {
    const left = secondsTo(pill, Number(pill.dataset.left));
    const text = pill.querySelector(".left");
    const now = inWords(left);
    if (text.textContent !== now) text.textContent = now;
    if ("mine" in pill.dataset) {
      pill.classList.toggle("now", left < HOUR);
      pill.classList.toggle("soon", left >= HOUR && left < DAY);
    }
  }
  for (const button of all(".nudge[data-wait]")) {
    if (secondsTo(button, Number(button.dataset.wait)) <= 0) button.hidden = false;
  }
}

setInterval(tick, 5000);
tick();
document.addEventListener("board", tick);
document.addEventListener("visibilitychange", tick);
