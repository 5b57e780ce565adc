// Moves are seen one after the other. A press or key of the viewer ends at once what moves.

import { animate, clear, hurry, landed } from "games/table/motion/ghosts.js";
import { isStill, setMoving } from "games/table/motion/moving.js";
import { cue, waitsForTaps } from "games/table/motion/pace.js";
import { measure, numberOf } from "games/table/motion/scene.js";
import { Stage, changes, isDuel } from "games/table/motion/stage.js";
import { travel } from "games/table/motion/travel.js";

const MOST = 4;
const MARKED = 2000;

let stage = null;
let goOn = null; // Ends the wait for a tap.
let owed = false; // Whether the move of a bot was seen, and no tap since.

export function finish() {
  if (!stage) return;
  const words = stage === true ? [] : stage.now.ring.querySelectorAll(".ring-title, .beat, .button");
  const faded = [...words].filter((part) => part.style.opacity);
  stage = null;
  goOn?.();
  clear();
  for (const part of faded) animate(part, [{ opacity: 0 }, { opacity: 1 }], { during: 160, lasts: false });
  setMoving(false);
  document.dispatchEvent(new Event("landed"));
}

// ---- Taps

function tap(ring, label) {
  return new Promise((resolve) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button go-on";
    button.textContent = label;
    button.addEventListener("click", press);
    ring.append(button);
    goOn = () => {
      goOn = null;
      button.remove();
      resolve();
    };
  });
}

function press() {
  owed = false;
  if (goOn) goOn();
  else if (stage?.taps) hurry();
  else if (stage) finish();
  else clear();
}

addEventListener("pointerdown", press, true);
addEventListener("keydown", press, true);

// ---- Playing

// Without motion: the new set and the numbers that changed are marked for a while.
function mark(now, moves, seat) {
  const changed = moves.flatMap((move) => changes(move, isDuel(now.root, seat)))
    .map(([whose, kind, by]) => (by ? numberOf(now, whose, kind) : null));
  if (moves.some((move) => move.cards)) changed.push(now.ring.querySelector(".cards"));
  for (const part of changed) part?.classList.add("marked");
  setTimeout(() => changed.forEach((part) => part?.classList.remove("marked")), MARKED);
  if (moves.some((move) => move.card)) cue("coin");
  if (moves.length) cue("card");
}

const isSame = (one, other) => one.size === other.size && [...one.keys()].every((name) => other.has(name));

// Show `moves`, oldest first, on what has become of the page since `before` was measured. `seat` is
// the viewer's; null if all hands in sight may be drawn from. With `label`, a button of that name
// lets the next move of a bot come.
export async function play(before, root, moves, { seat = null, label = "" } = {}) {
  finish();
  const now = measure(root);
  const taps = Boolean(label) && waitsForTaps();
  const sameHand = isSame(before.held, now.held);
  // From "Which way up?" a hand goes on to the table, or to the page that waits for the others.
  const chosen = before.asks && !now.asks;
  if (chosen && !sameHand) return;
  if (!now.ring && (!chosen || moves.length)) return;
  if (isStill() && !taps) {
    mark(now, moves, seat);
    return;
  }
  if (!moves.length) {
    if (!chosen && sameHand && isSame(before.laid, now.laid)) return;
    stage = true;
    setMoving(true);
    Stage.settle(before, now);
    await done(stage);
    return;
  }
  const seen = taps ? moves : moves.slice(-MOST);
  const mine = new Stage(before, now, seen, seat);
  mine.taps = taps;
  stage = mine;
  setMoving(true);
  for (const [i, move] of seen.entries()) {
    if (i) mine.rest(move.before);
    if (taps && owed && move.seat !== seat) await tap(now.ring, label);
    if (stage !== mine) return;
    travel(mine, move);
    try { await landed(); } catch { return; }
    owed = Boolean(root.querySelector(`[data-seat="${move.seat}"][data-bot]`));
  }
  finish();
}

async function done(mine) {
  try { await landed(); } catch { return; }
  if (stage === mine) finish();
}
