// The deal of a round from a secret, as games/rules/deal.py has it. Cards are [top, bottom].
const { createHmac } = require("node:crypto");

const HAND_SIZE = { 2: 11, 3: 12, 4: 11, 5: 9 };

function deck(players) {
  const cards = [];
  for (let low = 1; low < 10; low += 1) {
    for (let high = low + 1; high <= 10; high += 1) {
      const without = (players === 3 && high === 10) || (players % 2 === 0 && low === 9);
      if (!without) cards.push([low, high]);
    }
  }
  return cards;
}

function drawing(key) {
  let block = 0n;
  let numbers = [];
  const next = () => {
    if (!numbers.length) {
      const counter = Buffer.alloc(8);
      counter.writeBigUInt64BE(block);
      block += 1n;
      const digest = createHmac("sha256", key).update(counter).digest();
      numbers = Array.from({ length: 8 }, (_, place) => digest.readUInt32BE(place * 4));
    }
    return numbers.shift();
  };
  return (below) => {
    const limit = 2 ** 32 - (2 ** 32 % below);
    for (;;) {
      const number = next();
      if (number < limit) return number % below;
    }
  };
}

function shuffled(secret, players, shuffle) {
  const label = `scout-deal/1 players=${players} shuffle=${shuffle} contribution=`;
  const key = createHmac("sha256", Buffer.from(secret, "hex")).update(label).digest();
  const draw = drawing(key);
  const cards = deck(players);
  for (let last = cards.length - 1; last > 0; last -= 1) {
    const other = draw(last + 1);
    [cards[last], cards[other]] = [cards[other], cards[last]];
  }
  const dealt = cards.map(([top, bottom]) => (draw(2) ? [bottom, top] : [top, bottom]));
  return { dealt, lot: draw(2) };
}

function handsOf(cards, players) {
  const size = HAND_SIZE[players];
  return Array.from({ length: players }, (_, seat) => cards.slice(seat * size, (seat + 1) * size));
}

/** Return the hands of a round, and the seat that starts. */
function deal(secret, players, round) {
  const first = shuffled(secret, players, 0);
  const holder = handsOf(first.dealt, players).findIndex((hand) =>
    hand.some(([top, bottom]) => top + bottom === 3),
  );
  const firstStarter = holder < 0 ? first.lot : holder;
  let cards = first.dealt;
  if (players === 2) cards = cards.slice(round * 22);
  else if (round) cards = shuffled(secret, players, round).dealt;
  return { hands: handsOf(cards, players), starter: (firstStarter + round) % players };
}

module.exports = { deal };
