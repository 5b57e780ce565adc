// The table while moves are played on it: pictures of what lies in the ring, of the cards in open
// hands, and of the numbers that change.

import { animate, card, go, hide, number } from "games/table/motion/ghosts.js";
import { nameOf, numberOf, places } from "games/table/motion/scene.js";

const SWELL = 180;
const WORDS = ".ring-title, .beat";

// With two players a chip goes to the middle; else to the owner of the set.
export const isDuel = (root, seat) => {
  const seats = new Set([...root.querySelectorAll("[data-of]")].map((part) => Number(part.dataset.of)));
  return (seat === null ? seats : seats.add(seat)).size === 2;
};

// What a move does to the numbers: seat, which one, by how much.
export function changes(move, duel) {
  const found = [];
  if (move.card) {
    found.push([move.seat, "hand", 1]);
    found.push(duel ? [move.seat, "chips", -1] : [move.owner, "chips", 1]);
  }
  if (move.cards) found.push([move.seat, "hand", -move.cards.length], [move.seat, "won", move.won]);
  return found;
}

export class Stage {
  constructor(before, now, moves, seat) {
    Object.assign(this, { before, now, seat, duel: isDuel(now.root, seat), numbers: new Map() });
    this.ring = this.lay(moves[0].before, before);
    for (const { element } of now.laid.values()) hide(element);
    now.ring.querySelectorAll(".ring-row .button").forEach(hide);
    if (moves.length > 1) now.ring.querySelectorAll(WORDS).forEach(hide);
    this.count(moves);
    this.hand = moves.some((move) => this.isOpen(move)) ? this.hold() : new Map();
  }

  // Whether the cards of this move are seen in a hand of this page.
  isOpen({ seat, card: taken, cards = [] }) {
    if (this.seat !== null && seat !== this.seat) return false;
    return cards.some((text) => this.before.held.has(nameOf(text)))
      || (taken && this.now.held.has(nameOf(taken)));
  }

  // Pictures of a set in the ring, where the page showed it if it did.
  lay(cards, { laid, at } = {}) {
    const there = places(this.now, cards);
    return new Map(cards.map((text, i) => {
      const old = laid?.get(nameOf(text));
      const place = old && at
        ? { x: old.x - at.x + this.now.at.x, y: old.y - at.y + this.now.at.y, width: old.width }
        : there[i];
      return [nameOf(text), card(text, place)];
    }));
  }

  // Pictures of the open hands as they were.
  hold() {
    const { before, now } = this;
    for (const { element } of now.held.values()) hide(element);
    return new Map([...before.held].map(([name, old]) => {
      const next = now.held.get(name);
      const width = next?.width ?? old.width;
      const spin = next && next.text !== old.text ? 180 : 0;
      return [name, card(next?.text ?? old.text, { x: old.x, y: old.y, width, size: old.width / width, spin })];
    }));
  }

  // The middle of the open hands.
  middle() {
    const poses = [...this.hand.values()].map((ghost) => ghost.pose);
    const mean = (name) => poses.reduce((sum, pose) => sum + pose[name], 0) / poses.length;
    return poses.length ? { x: mean("x"), y: mean("y") } : this.now.at;
  }

  // Move the open hands to where they are now.
  close(at, during) {
    for (const [name, ghost] of this.hand) {
      const next = this.now.held.get(name);
      if (next) go(ghost, { x: next.x, y: next.y, size: next.width / ghost.width, spin: 0 }, { at, during });
    }
  }

  // ---- Numbers

  count(moves) {
    for (const [seat, kind, by] of moves.flatMap((move) => changes(move, this.duel))) {
      const key = `${seat} ${kind}`;
      const element = numberOf(this.now, seat, kind);
      if (!element) continue;
      const found = this.numbers.get(key) ?? { element, value: Number(element.textContent) };
      found.value -= by;
      this.numbers.set(key, found);
    }
    for (const found of this.numbers.values()) {
      hide(found.element);
      found.ghost = number(found.element, found.value, false, 1);
    }
  }

  tick(seat, kind, by, at) {
    const found = this.numbers.get(`${seat} ${kind}`);
    if (!found || !by) return;
    go(found.ghost, { fade: 0 }, { at, during: 1 });
    found.value += by;
    found.ghost = number(found.element, found.value, true, 0);
    const { x, y } = found.ghost.pose;
    const still = `translate(${x}px,${y}px)`;
    go(found.ghost, { fade: 1 }, { at, during: 1 });
    animate(
      found.ghost.element,
      [{ transform: still }, { transform: `${still} scale(1.25)` }, { transform: still }],
      { at, during: SWELL },
    );
  }

  // ---- Between two moves

  rest(cards) {
    for (const ghost of this.ring.values()) ghost.element.remove();
    this.ring = this.lay(cards);
  }

  // What is changed without a move: cards go on from where they lay.
  static settle(before, now) {
    const all = [...now.held].map(([name, next]) => [next, before.held.get(name) ?? before.laid.get(name)]);
    for (const [name, next] of now.laid) {
      all.push([next, before.laid.get(name)]);
      if (!now.held.has(name) && before.held.has(name)) all.push([next, before.held.get(name)]);
    }
    for (const [next, old] of all) {
      if (!old || Math.hypot(next.x - old.x, next.y - old.y) < 2) continue;
      hide(next.element);
      const { x, y, width, text } = next;
      const spin = text === old.text ? 0 : 180;
      const ghost = card(text, { x: old.x, y: old.y, width, size: old.width / width, spin });
      go(ghost, { x, y, size: 1, spin: 0 }, { during: 220 });
    }
  }
}
