"""The lesson's short three-player round."""

from functools import cache

from games.rules.cards import parse_cards
from games.rules.game import PublicMove, public_move
from games.rules.moves import Move, Orient, Scout, ScoutAndShow, Show
from games.rules.round import apply, start_round
from games.rules.state import RoundState

ME, CALM, BOLD = 0, 1, 2
NAMES = ("", "Calm", "Bold")

HANDS = (
    "7/2 7/9 3/8 5/1",
    "1/8 6/3 8/9 9/4 2/3",
    "5/6 2/8 6/1 5/9 4/2 1/9",
)
STARTER = BOLD

MOVES: tuple[tuple[int, Move], ...] = (
    (BOLD, Show(0, 1)),
    (ME, Show(0, 2)),
    (CALM, Scout("left", flip=False, to=2)),
    (BOLD, Show(1, 4)),
    (ME, Scout("right", flip=False, to=1)),
    (CALM, Show(1, 5)),
    (BOLD, Scout("right", flip=False, to=0)),
    (ME, ScoutAndShow("left", flip=False, to=3, start=0, stop=4)),
)
"""Everyone keeps their hand first."""

FIRST_TURN, SECOND_TURN, THIRD_TURN, END = 1, 4, 7, 8
"""Moves made by each of my turns, and by the end."""


@cache
def states() -> tuple[RoundState, ...]:
    """Return the state before each move, and the last."""
    state = start_round(tuple(parse_cards(hand.split()) for hand in HANDS), STARTER)
    for seat in (ME, CALM, BOLD):
        state = apply(state, seat, Orient(flip=False))
    found = [state]
    for seat, move in MOVES:
        state = apply(state, seat, move)
        found.append(state)
    return tuple(found)


@cache
def history() -> tuple[PublicMove, ...]:
    """Return the moves as everybody saw them."""
    turns = zip(states(), states()[1:], MOVES, strict=False)
    return tuple(public_move(before, after, seat, move) for before, after, (seat, move) in turns)
