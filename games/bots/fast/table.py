"""The rounds of :mod:`.round` as arrays."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...rules.cards import bottom, deck, hand_size, top
from ...rules.state import TURN_LIMIT, TWO_PLAYER_CHIPS
from ..value import rows
from ..value.candidates import SCOUT, SHOW
from ..value.features import has_stronger_set
from ..value.hands import set_strength
from ..value.knowledge import MOST_CARDS, MOST_SET
from .compiling import also_compiled, compiled

also_compiled(has_stronger_set, set_strength)

Ints = NDArray[np.int64]

SEATS = 5
CARDS = 45
TOP = np.array([top(card) for card in range(2 * CARDS)])
BOTTOM = np.array([bottom(card) for card in range(2 * CARDS)])

# Indices into RoundArrays.facts.
PLAYERS, TURN, SIZE, OWNER, STARTER, TURNS, SCOUTS, ENDED_BY, ENDER = range(9)
PLAYING, EMPTY_HAND, UNBEATEN, TURN_LIMIT_REACHED = range(4)


class RoundArrays(NamedTuple):
    """A round, with cards numbered as in :mod:`.cards`."""

    hands: Ints
    counts: Ints
    active: Ints
    active_tops: Ints
    tops: Ints
    collected: Ints
    chips: Ints
    both: Ints
    """1 for each seat with its Scout & Show chip."""
    seen: Ints
    """1 for each card shown, by half its number."""
    holder: Ints
    """The seat known to hold each card, or -1."""
    facts: Ints


def new_table() -> RoundArrays:
    """Return arrays without a round."""
    return RoundArrays(
        hands=np.zeros((SEATS, MOST_CARDS), np.int64),
        counts=np.zeros(SEATS, np.int64),
        active=np.zeros(MOST_SET, np.int64),
        active_tops=np.zeros(MOST_SET, np.int64),
        tops=np.zeros(MOST_CARDS, np.int64),
        collected=np.zeros(SEATS, np.int64),
        chips=np.zeros(SEATS, np.int64),
        both=np.zeros(SEATS, np.int64),
        seen=np.zeros(CARDS, np.int64),
        holder=np.full(CARDS, -1),
        facts=np.zeros(9, np.int64),
    )


def deck_array(players: int) -> Ints:
    """Return the cards used with ``players``, for :func:`shuffle`."""
    return np.array(list(deck(players)), np.int64)


HAND_SIZES = np.array([hand_size(players) if players > 1 else 0 for players in range(SEATS + 1)])


@compiled
def shuffle(cards: Ints, chance: np.random.Generator) -> None:
    """Shuffle and turn ``cards`` uniformly."""
    for last in range(len(cards) - 1, -1, -1):
        other = int(chance.random() * (last + 1))
        cards[last], cards[other] = cards[other], cards[last]
        if chance.random() < 0.5:
            cards[last] ^= 1


@compiled
def start_round(table: RoundArrays, players: int, cards: Ints, starter: int, fresh: bool) -> None:
    """Deal ``cards`` seat by seat.

    Unless ``fresh``, cards seen in the previous round stay known.
    """
    facts = table.facts
    facts[:] = 0
    facts[PLAYERS] = players
    facts[TURN] = facts[STARTER] = starter
    facts[OWNER] = facts[ENDER] = -1
    size = HAND_SIZES[players]
    for seat in range(players):
        table.counts[seat] = size
        table.collected[seat] = 0
        table.chips[seat] = TWO_PLAYER_CHIPS if players == 2 else 0
        table.both[seat] = 0 if players == 2 else 1
        for index in range(size):
            table.hands[seat, index] = cards[seat * size + index]
    table.holder[:] = -1
    if fresh:
        table.seen[:] = 0


@compiled
def copy_round(table: RoundArrays, to: RoundArrays) -> None:
    """Make ``to`` the same round as ``table``."""
    to.hands[:] = table.hands
    to.counts[:] = table.counts
    to.active[:] = table.active
    to.active_tops[:] = table.active_tops
    to.collected[:] = table.collected
    to.chips[:] = table.chips
    to.both[:] = table.both
    to.seen[:] = table.seen
    to.holder[:] = table.holder
    to.facts[:] = table.facts


@compiled
def turn_hand(table: RoundArrays, seat: int) -> None:
    """Turn over the hand of ``seat``."""
    for index in range(table.counts[seat]):
        table.hands[seat, index] ^= 1


@compiled
def play(table: RoundArrays, move: rows.Ints) -> None:
    """Make the legal ``move``, a row of :mod:`.candidates`."""
    kind, end, flip, to, start, stop = move[0], move[1], move[2], move[3], move[4], move[5]
    facts = table.facts
    if kind != SHOW:
        _scout(table, end, flip, to)
    if kind == SCOUT:
        _end_turn(table)
        return
    if kind != SHOW:
        table.both[facts[TURN]] = 0
    _show(table, start, stop)
    if table.counts[facts[TURN]] == 0:
        facts[TURNS] += 1
        facts[ENDED_BY] = EMPTY_HAND
        facts[ENDER] = facts[TURN]
    else:
        _end_turn(table)


@compiled
def _scout(table: RoundArrays, end: int, flip: int, to: int) -> None:
    facts = table.facts
    seat, size = facts[TURN], facts[SIZE]
    if facts[PLAYERS] == 2:
        table.chips[seat] -= 1
    else:
        table.chips[facts[OWNER]] += 1
    card = table.active[0] if end == 0 else table.active[size - 1]
    if end == 0:
        for index in range(size - 1):
            table.active[index] = table.active[index + 1]
            table.active_tops[index] = table.active_tops[index + 1]
    facts[SIZE] = size - 1
    for index in range(table.counts[seat], to, -1):
        table.hands[seat, index] = table.hands[seat, index - 1]
    table.hands[seat, to] = card ^ flip
    table.counts[seat] += 1
    table.holder[card >> 1] = seat
    facts[SCOUTS] += 1


@compiled
def _show(table: RoundArrays, start: int, stop: int) -> None:
    facts = table.facts
    seat = facts[TURN]
    table.collected[seat] += facts[SIZE]
    size = stop - start
    for index in range(size):
        card = table.hands[seat, start + index]
        table.active[index] = card
        table.active_tops[index] = TOP[card]
        table.seen[card >> 1] = 1
        table.holder[card >> 1] = -1
    for index in range(stop, table.counts[seat]):
        table.hands[seat, index - size] = table.hands[seat, index]
    table.counts[seat] -= size
    facts[SIZE] = size
    facts[OWNER] = seat
    facts[SCOUTS] = 0


@compiled
def _end_turn(table: RoundArrays) -> None:
    facts = table.facts
    facts[TURNS] += 1
    if facts[PLAYERS] == 2:
        if facts[SCOUTS] == 0:
            facts[TURN] = 1 - facts[TURN]
        seat = facts[TURN]
        unbeaten = facts[SIZE] > 0 and table.chips[seat] == 0 and not _can_show(table, seat)
    else:
        facts[TURN] = (facts[TURN] + 1) % facts[PLAYERS]
        unbeaten = facts[SCOUTS] > 0 and facts[TURN] == facts[OWNER]
    if unbeaten:
        facts[ENDED_BY] = UNBEATEN
        facts[ENDER] = facts[OWNER]
    elif facts[TURNS] >= TURN_LIMIT:
        facts[ENDED_BY] = TURN_LIMIT_REACHED


@compiled
def _can_show(table: RoundArrays, seat: int) -> bool:
    for index in range(table.counts[seat]):
        table.tops[index] = TOP[table.hands[seat, index]]
    beaten = set_strength(table.active_tops, 0, table.facts[SIZE])
    return has_stronger_set(table.tops, table.counts[seat], beaten)


@compiled
def banked(table: RoundArrays, seat: int) -> float:
    """Return the margin over the others' mean so far, without hands."""
    players = table.facts[PLAYERS]
    total = 0
    for other in range(players):
        total += table.collected[other] + table.chips[other]
    own = table.collected[seat] + table.chips[seat]
    return float(own - (total - own) / (players - 1))


@compiled
def final_margin(table: RoundArrays, seat: int) -> float:
    """Return the margin after the round."""
    players = table.facts[PLAYERS]
    cost = 0.0
    for other in range(players):
        if other != table.facts[ENDER]:
            if other == seat:
                cost += table.counts[other]
            else:
                cost -= table.counts[other] / (players - 1)
    return banked(table, seat) - cost
