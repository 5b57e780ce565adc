"""Legal moves and random playouts, to measure speed."""

import numpy as np

from ..value.candidates import MOVE, SCOUT, SCOUT_AND_SHOW, SHOW
from ..value.hands import set_strength
from ..value.knowledge import MOST_CARDS
from .compiling import compiled
from .table import (
    BOTTOM,
    ENDED_BY,
    PLAYERS,
    PLAYING,
    SIZE,
    TOP,
    TURN,
    Ints,
    RoundArrays,
    deck_array,
    new_table,
    play,
    shuffle,
    start_round,
    turn_hand,
)

MOST_MOVES = 60_000


def move_rows() -> Ints:
    """Return room for a position's legal moves."""
    return np.zeros((MOST_MOVES, MOVE), np.int64)


@compiled
def legal_moves(table: RoundArrays, moves: Ints) -> int:
    """Write the legal moves into ``moves``; return their number."""
    facts = table.facts
    seat, size = facts[TURN], facts[SIZE]
    held = table.counts[seat]
    tops = np.empty(MOST_CARDS, np.int64)
    for index in range(held):
        tops[index] = TOP[table.hands[seat, index]]
    active = table.active_tops
    beaten = set_strength(active, 0, size) if size > 0 else 0
    count = _shows(tops, held, beaten, SHOW, 0, 0, 0, moves, 0)
    if size == 0 or (facts[PLAYERS] == 2 and table.chips[seat] == 0):
        return count
    taken = np.empty(MOST_CARDS, np.int64)
    for end in range(1 if size == 1 else 2):
        card = table.active[0] if end == 0 else table.active[size - 1]
        left = 0
        if size > 1:
            left = set_strength(active, 1, size) if end == 0 else set_strength(active, 0, size - 1)
        for flip in range(2):
            number = BOTTOM[card] if flip == 1 else TOP[card]
            for to in range(held + 1):
                _write(moves, count, SCOUT, end, flip, to, 0, 0)
                count += 1
                if table.both[seat] == 1:
                    taken[:to] = tops[:to]
                    taken[to] = number
                    taken[to + 1 : held + 1] = tops[to:held]
                    count = _shows(
                        taken, held + 1, left, SCOUT_AND_SHOW, end, flip, to, moves, count
                    )
    return count


@compiled
def _shows(
    tops: Ints,
    held: int,
    beaten: int,
    kind: int,
    end: int,
    flip: int,
    to: int,
    moves: Ints,
    count: int,
) -> int:
    for start in range(held):
        for stop in range(start + 1, held + 1):
            if stop > start + 1:
                step = tops[stop - 1] - tops[stop - 2]
                if abs(step) > 1 or step != tops[start + 1] - tops[start]:
                    break
            if set_strength(tops, start, stop) > beaten:
                _write(moves, count, kind, end, flip, to, start, stop)
                count += 1
    return count


@compiled
def _write(
    moves: Ints, row: int, kind: int, end: int, flip: int, to: int, start: int, stop: int
) -> None:
    moves[row, 0] = kind
    moves[row, 1] = end
    moves[row, 2] = flip
    moves[row, 3] = to
    moves[row, 4] = start
    moves[row, 5] = stop


@compiled
def _playouts(
    players: int,
    count: int,
    cards: Ints,
    table: RoundArrays,
    moves: Ints,
    chance: np.random.Generator,
) -> int:
    made = 0
    for _ in range(count):
        shuffle(cards, chance)
        start_round(table, players, cards, int(chance.random() * players), True)
        for seat in range(players):
            if chance.random() < 0.5:
                turn_hand(table, seat)
        while table.facts[ENDED_BY] == PLAYING:
            listed = legal_moves(table, moves)
            play(table, moves[int(chance.random() * listed)])
            made += 1
    return made


def random_playouts(players: int, count: int, seed: int) -> int:
    """Play ``count`` random rounds, listing legal moves; return the number made."""
    chance = np.random.default_rng(seed)
    return _playouts(players, count, deck_array(players), new_table(), move_rows(), chance)
