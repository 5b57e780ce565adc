// How each kind of move is seen: what goes where, and when (milliseconds).

import { IN_OUT, card, chip, go, ticket } from "games/table/motion/ghosts.js";
import { cue } from "games/table/motion/pace.js";
import { middle, nameOf, places, seatAt } from "games/table/motion/scene.js";

const SMALL = 0.45;
const ARC = 24;
const ASIDE = 34;
const STEP = 40;

const FROM_SEAT = { fly: 280, turn: [200, 180], pile: [360, 640] };
const FROM_HAND = { fly: 260, turn: [110, 130], pile: [240, 520] };

// The beaten set steps aside, turns over, and goes to the pile of `seat`.
function beaten(stage, seat, start, { turn: [at, during], pile: [from, to] }) {
  const cards = [...stage.ring.values()];
  const { x, y, fade } = seatAt(stage.now, seat, "won");
  const late = Math.min(STEP, 120 / cards.length);
  cards.forEach((ghost, i) => {
    const left = ghost.pose.x - ASIDE;
    go(ghost, { x: left }, { at: start, during: 120 });
    go(ghost, { x: left - ASIDE, turn: 180 }, { at: start + at + i * late, during: during - late, easing: IN_OUT });
    const leaves = from + i * late;
    const lands = to - (cards.length - 1 - i) * late;
    go(ghost, { x, y, size: 0.4, fade }, {
      at: start + leaves, during: lands - leaves, easing: IN_OUT, arc: ARC,
    });
    go(ghost, { fade: 0 }, { at: start + lands, during: 1 });
    stage.tick(seat, "won", 1, start + lands);
  });
}

function showCards(stage, move, start) {
  const open = stage.isOpen(move);
  const times = open ? FROM_HAND : FROM_SEAT;
  const from = seatAt(stage.now, move.seat, "hand");
  const there = places(stage.now, move.cards);
  beaten(stage, move.seat, start, times);
  stage.tick(move.seat, "hand", -move.cards.length, start);
  const ring = new Map();
  move.cards.forEach((text, i) => {
    const { x, y, width } = there[i];
    const name = nameOf(text);
    const held = stage.hand.get(name);
    held?.element.remove();
    stage.hand.delete(name);
    const fan = i - (move.cards.length - 1) / 2;
    const ghost = card(text, held
      ? { ...held.pose, size: held.pose.size * held.width / width, width }
      : { ...from, x: from.x + fan * width * SMALL, width, size: SMALL, spin: 8 * fan, fade: start ? 0 : from.fade });
    if (start && !held) go(ghost, { fade: from.fade }, { at: start, during: 1 });
    go(ghost, { x, y, size: 1, spin: 0, fade: 1 }, {
      at: start, during: times.fly, arc: ARC, act: i ? null : () => cue("card"),
    });
    ring.set(name, ghost);
  });
  stage.ring = ring;
  if (open) stage.close(start + 80, 220);
}

// A chip to the owner of the set; with two players from the taker to the middle.
function pay(stage, { seat, owner }, at) {
  const ring = stage.now.at;
  const [from, to] = stage.duel
    ? [seatAt(stage.now, seat, "chips"), ring]
    : [ring, seatAt(stage.now, owner, "chips")];
  const ghost = chip(from);
  go(ghost, { fade: 1 }, { at, during: 1 });
  go(ghost, { x: to.x, y: to.y, fade: to.fade ?? 1 }, {
    at, during: 260, easing: IN_OUT, arc: ARC, act: () => cue("coin"),
  });
  go(ghost, { fade: 0 }, { at: at + 260, during: 1 });
  if (stage.duel) stage.tick(seat, "chips", -1, at);
  else stage.tick(owner, "chips", 1, at + 260);
}

function takeCard(stage, move, start) {
  const name = nameOf(move.card);
  const ghost = stage.ring.get(name);
  const open = stage.isOpen(move);
  const travels = { at: start + 100, during: 280, easing: IN_OUT, arc: ARC };
  stage.ring.delete(name);
  if (stage.hand.has(name)) {
    ghost.element.remove(); // It lies in its gap already, as the page showed it.
  } else if (open) {
    const place = stage.now.held.get(name) ?? { ...stage.middle(), text: move.card, width: ghost.width };
    const { x, y, width, text } = place;
    lift(ghost, start);
    go(ghost, { x, y, size: width / ghost.width, spin: text === move.card ? 0 : 180 }, {
      ...travels, act: () => cue("card"),
    });
  } else {
    lift(ghost, start);
    go(ghost, { ...seatAt(stage.now, move.seat, "hand"), size: SMALL }, travels);
    // Which way up it is held stays secret: it is seen edge-on before it is there.
    go(ghost, { turn: 90 }, { at: start + 320, during: 60, act: () => cue("card") });
    go(ghost, { fade: 0 }, { at: start + 380, during: 1 });
  }
  if (open) {
    stage.close(start + 100, 220);
    if (!stage.hand.has(name)) stage.hand.set(name, ghost);
  }
  stage.tick(move.seat, "hand", 1, start + 380);
  pay(stage, move, start + 300);
  const left = move.before.filter((text) => nameOf(text) !== name);
  const there = places(stage.now, left);
  left.forEach((text, i) => {
    const rest = stage.ring.get(nameOf(text));
    const { x, y, width } = there[i];
    if (rest) go(rest, { x, y, size: width / rest.width }, { at: start + 300, during: 120 });
  });
  return start + 560;
}

function lift(ghost, at) {
  ghost.element.classList.add("lifted");
  go(ghost, { y: ghost.pose.y - 10 }, { at, during: 120 });
}

function tearTicket(stage, start) {
  const box = stage.now.ring.getBoundingClientRect();
  const ghost = ticket({ x: middle(box).x, y: box.bottom - 20, size: 0.8, spin: -3 });
  go(ghost, { size: 1, fade: 1, y: box.bottom - 12 }, { at: start, during: 240 });
  go(ghost, { fade: 0 }, { at: start + 640, during: 160 });
}

// Play a move on `stage`.
export function travel(stage, move) {
  let at = 0;
  if (move.type === "scout_and_show") {
    tearTicket(stage, 0);
    at = 240;
  }
  if (move.card) at = takeCard(stage, move, at);
  if (move.cards) showCards(stage, move, at && at + 200);
}
