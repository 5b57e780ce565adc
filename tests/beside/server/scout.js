// Scout as a game of boardgame.io. It is written so that boardgame.io has as little to do as it can:
// its turn never ends (whose turn it is, is a number of the game's own), and nothing can be undone.
const { INVALID_MOVE } = require("boardgame.io/core");
const { deal } = require("./deal.js");

const TURN_LIMIT = 200;
const put = (values, seat, value) => values.map((each, at) => (at === seat ? value : each));

/** Return the strength of these cards as a set; 0 if they are none. */
function strength(cards) {
  const tops = cards.map(([top]) => top);
  if (tops.length < 2) return tops.length ? 32 + tops[0] : 0;
  const step = tops[1] - tops[0];
  if (Math.abs(step) > 1) return 0;
  for (let at = 2; at < tops.length; at += 1) if (tops[at] - tops[at - 1] !== step) return 0;
  return 32 * tops.length + (step === 0 ? 16 : 0) + Math.min(tops[0], tops[tops.length - 1]);
}

function canShow(hand, active) {
  const beaten = strength(active);
  return hand.some((_, start) =>
    hand.slice(start).some((__, more) => strength(hand.slice(start, start + more + 1)) > beaten),
  );
}

function begun(G, players) {
  const { hands, starter } = deal(G.secret, players, G.round);
  return {
    ...G,
    hands,
    turn: starter,
    flips: hands.map(() => null),
    active: [],
    owner: null,
    collected: hands.map(() => 0),
    chips: hands.map(() => (players === 2 ? 3 : 0)),
    scoutAndShow: hands.map(() => players > 2),
    turns: 0,
    scouts: 0,
  };
}

function ended(G, ender) {
  const totals = G.totals.map((total, seat) => {
    const held = seat === ender ? 0 : G.hands[seat].length;
    return total + G.collected[seat] + G.chips[seat] - held;
  });
  const after = { ...G, totals, round: G.round + 1 };
  return after.round < G.hands.length ? begun(after, G.hands.length) : after;
}

function endOfTurn(before) {
  const G = { ...before, turns: before.turns + 1 };
  const players = G.hands.length;
  if (players === 2) {
    if (!G.scouts) G.turn = 1 - G.turn;
    const stuck = G.active.length && !G.chips[G.turn] && !canShow(G.hands[G.turn], G.active);
    if (stuck) return ended(G, G.owner);
  } else {
    G.turn = (G.turn + 1) % players;
    if (G.scouts && G.turn === G.owner) return ended(G, G.owner);
  }
  return G.turns >= TURN_LIMIT ? ended(G, null) : G;
}

function mayPlay(G, playerID) {
  return !G.flips.includes(null) && Number(playerID) === G.turn;
}

function shown(G, start, stop) {
  const hand = G.hands[G.turn];
  if (!(start >= 0 && start < stop && stop <= hand.length)) return INVALID_MOVE;
  const cards = hand.slice(start, stop);
  if (strength(cards) <= strength(G.active)) return INVALID_MOVE;
  const rest = [...hand.slice(0, start), ...hand.slice(stop)];
  const after = {
    ...G,
    hands: put(G.hands, G.turn, rest),
    active: cards,
    owner: G.turn,
    collected: put(G.collected, G.turn, G.collected[G.turn] + G.active.length),
    scouts: 0,
  };
  return rest.length ? endOfTurn(after) : ended(after, G.turn);
}

function scouted(G, end, flip, to) {
  const hand = G.hands[G.turn];
  if (!G.active.length || !(to >= 0 && to <= hand.length)) return INVALID_MOVE;
  let { chips } = G;
  if (chips.length > 2) chips = put(chips, G.owner, chips[G.owner] + 1);
  else if (chips[G.turn]) chips = put(chips, G.turn, chips[G.turn] - 1);
  else return INVALID_MOVE;
  const [top, bottom] = end === "left" ? G.active[0] : G.active[G.active.length - 1];
  const card = flip ? [bottom, top] : [top, bottom];
  return {
    ...G,
    chips,
    hands: put(G.hands, G.turn, [...hand.slice(0, to), card, ...hand.slice(to)]),
    active: end === "left" ? G.active.slice(1) : G.active.slice(0, -1),
    scouts: G.scouts + 1,
  };
}

const moves = {
  orient({ G, playerID }, flip) {
    const seat = Number(playerID);
    if (G.flips[seat] !== null) return INVALID_MOVE;
    const hand = flip ? G.hands[seat].map(([top, bottom]) => [bottom, top]) : G.hands[seat];
    return { ...G, hands: put(G.hands, seat, hand), flips: put(G.flips, seat, flip) };
  },
  show({ G, playerID }, start, stop) {
    return mayPlay(G, playerID) ? shown(G, start, stop) : INVALID_MOVE;
  },
  scout({ G, playerID }, end, flip, to) {
    if (!mayPlay(G, playerID)) return INVALID_MOVE;
    const after = scouted(G, end, flip, to);
    return after === INVALID_MOVE ? after : endOfTurn(after);
  },
  scout_and_show({ G, playerID }, end, flip, to, start, stop) {
    if (!mayPlay(G, playerID) || !G.scoutAndShow[G.turn]) return INVALID_MOVE;
    const after = scouted(G, end, flip, to);
    if (after === INVALID_MOVE) return after;
    return shown({ ...after, scoutAndShow: put(G.scoutAndShow, G.turn, false) }, start, stop);
  },
};

/** Made on the server alone, as the hands are; others don't learn what was chosen (`redact`). */
const secretly = (move) => ({ move, client: false, redact: true });

const Scout = {
  name: "scout",
  minPlayers: 2,
  maxPlayers: 5,
  disableUndo: true,
  // Whoever asks for a match that isn't there would otherwise be given one, and end the server.
  validateSetupData: (given) => (given?.secret ? undefined : "A game needs its secret."),
  setup: ({ ctx }, { secret }) =>
    begun({ secret, round: 0, totals: Array(ctx.numPlayers).fill(0) }, ctx.numPlayers),
  moves: Object.fromEntries(Object.entries(moves).map(([name, move]) => [name, secretly(move)])),
  turn: { activePlayers: { all: null } },
  endIf: ({ G }) => (G.round === G.hands.length ? { totals: G.totals } : undefined),
  playerView: ({ G, playerID }) => {
    const { secret, hands, flips, ...open } = G;
    const seat = playerID === null ? -1 : Number(playerID);
    return {
      ...open,
      hand: hands[seat] ?? null,
      held: hands.map((hand) => hand.length),
      chosen: flips.map((flip) => flip !== null),
    };
  },
};

module.exports = { Scout };
