// The check of a deal, in this browser: each tick appears when its sum is done.

import { checked } from "games/fairness/deal.js";
import { all, find } from "games/frame/dom.js";
import { sentParts } from "games/frame/part.js";

const PAUSE = 60;
const data = find("#proof");
const button = find("#check");
const said = find("#said");
const still = matchMedia("(prefers-reduced-motion: reduce)");

const pause = () => new Promise((done) => { setTimeout(done, still.matches ? 0 : PAUSE); });

function tick(line, good) {
  line.classList.remove("good", "bad");
  line.classList.add(good ? "good" : "bad");
  line.querySelector("i").textContent = good ? "✓" : "✕";
}

function firstFault(found) {
  for (const [number, { hands, starter }] of found.entries()) {
    const seat = hands.indexOf(false);
    if (seat >= 0 || !starter) return { round: number + 1, seat: Math.max(seat, 0) + 1 };
  }
  return null;
}

function markHands(found) {
  const list = find(".again");
  const hands = found[Number(list?.dataset.round) - 1]?.hands ?? [];
  for (const line of all(".again > li")) {
    const mark = line.querySelector(".mark");
    const good = hands[Number(line.dataset.seat)];
    mark.hidden = false;
    mark.textContent = good ? "✓" : "✕";
    mark.classList.toggle("bad", !good);
  }
}

async function check() {
  const began = performance.now();
  const result = await checked(JSON.parse(data.textContent), sentParts());
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  let fit = 0;
  let count = 0;
  for (const line of all("#ticks > li")) {
    const good = result[line.dataset.check];
    line.hidden = good === null;
    if (good === null) continue;
    await pause();
    count += 1;
    fit += good ? 1 : 0;
    tick(line, good);
  }
  markHands(result.found);
  const took = find("#took");
  took.textContent = took.dataset.said.replace("{seconds}", seconds);
  const title = find("#check-title");
  title.textContent = fit === count ? title.dataset.fits : title.dataset.not;
  const fault = firstFault(result.found);
  said.textContent = fault
    ? said.dataset.fault.replace("{round}", fault.round).replace("{seat}", fault.seat)
    : said.dataset.fit.replace("{count}", fit).replace("{all}", count);
  button.textContent = button.dataset.again;
}

if (data && button) {
  if (globalThis.crypto?.subtle) {
    button.hidden = false;
    button.addEventListener("click", check);
  } else {
    said.textContent = said.dataset.never;
  }
  const save = find("#save");
  save.hidden = false;
  save.addEventListener("click", () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([data.textContent], { type: "application/json" }));
    link.download = save.dataset.name;
    link.click();
    URL.revokeObjectURL(link.href);
  });
}
