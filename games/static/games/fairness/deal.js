// The deal, again: scout-deal/1, as the docstring of games/rules/deal.py tells it. No server takes part.

const SIZES = { 2: 11, 3: 12, 4: 11, 5: 9 };
const text = new TextEncoder();
const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const hexOf = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const isHex = (value, digits) => typeof value === "string" && value.length === digits && /^[0-9a-f]*$/.test(value);

export async function fingerprint(secret) {
  const head = text.encode("scout-commitment/1");
  const whole = new Uint8Array([...head, ...bytesOf(secret)]);
  return hexOf(await crypto.subtle.digest("SHA-256", whole));
}

async function hmac(key, message) {
  const imported = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, message));
}

function numbersOf(key) {
  let block = 0;
  let left = [];
  return async () => {
    if (!left.length) {
      const counter = new Uint8Array(8);
      new DataView(counter.buffer).setUint32(4, block);
      block += 1;
      const view = new DataView((await hmac(key, counter)).buffer);
      for (let at = 0; at < 32; at += 4) left.push(view.getUint32(at));
    }
    return left.shift();
  };
}

async function draw(next, below) {
  const limit = 2 ** 32 - (2 ** 32 % below);
  let number = await next();
  while (number >= limit) number = await next();
  return number % below;
}

function deck(players) {
  const cards = [];
  for (let low = 1; low <= 10; low += 1) {
    for (let high = low + 1; high <= 10; high += 1) {
      const out = (players === 3 && high === 10) || (players !== 3 && players !== 5 && low === 9);
      if (!out) cards.push([low, high]);
    }
  }
  return cards;
}

async function shuffled(secret, contribution, players, shuffle) {
  const label = `scout-deal/1 players=${players} shuffle=${shuffle} contribution=${contribution}`;
  const next = numbersOf(await hmac(bytesOf(secret), text.encode(label)));
  const cards = deck(players);
  for (let last = cards.length - 1; last > 0; last -= 1) {
    const other = await draw(next, last + 1);
    [cards[last], cards[other]] = [cards[other], cards[last]];
  }
  for (const card of cards) if (await draw(next, 2)) card.reverse();
  return { cards: cards.map((card) => card.join("/")), lot: await draw(next, 2) };
}

/** The hands of a round (from 0) and its starter. */
export async function dealt(secret, contribution, players, number) {
  const size = SIZES[players];
  const handsOf = (cards) => Array.from({ length: players }, (_, seat) => cards.slice(seat * size, (seat + 1) * size));
  const first = await shuffled(secret, contribution, players, 0);
  const begins = handsOf(first.cards).findIndex((hand) => hand.includes("1/2") || hand.includes("2/1"));
  const starter = ((begins < 0 ? first.lot : begins) + number) % players;
  if (players === 2) return { hands: handsOf(first.cards.slice(number * 2 * size)), starter };
  const { cards } = number ? await shuffled(secret, contribution, players, number) : first;
  return { hands: handsOf(cards), starter };
}

const same = (one, other) => Array.isArray(one) && one.join() === other.join();

/** Each check by its name: true or false; null for `mine` if this browser doesn't know. */
export async function checked(proof, sent = []) {
  const { players, secret, commitment, parts, rounds, seat } = proof;
  const sound = isHex(secret, 64) && players in SIZES && Array.isArray(parts) && parts.length === players;
  const wellFormed = sound && parts.every((part) => part === null || isHex(part, 32));
  const mixed = wellFormed ? parts.flatMap((part, at) => (part ? [`${at}:${part}`] : [])).join() : "";
  const found = [];
  for (const [number, round] of rounds.entries()) {
    const again = wellFormed ? await dealt(secret, mixed, players, number) : { hands: [], starter: -1 };
    const hands = Array.from({ length: players }, (_, at) => wellFormed && same(round.hands[at], again.hands[at]));
    found.push({ hands, starter: round.starter === again.starter, extra: round.hands.length !== players });
  }
  const fits = found.every(({ hands, starter, extra }) => starter && !extra && hands.every(Boolean));
  const own = seat === null || seat === undefined ? null : parts?.[seat];
  return {
    fingerprint: sound && (await fingerprint(secret)) === commitment,
    mine: own && sent.length ? (sent.includes(own) ? true : null) : null,
    parts: wellFormed && fits,
    rounds: fits && rounds.length > 0,
    found,
  };
}
