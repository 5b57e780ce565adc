"""Small tables for examples, given by top numbers."""

import pytest

from games.rules.cards import Cards, parse_cards
from games.rules.errors import RuleError
from games.rules.moves import End, Move, Orient, Scout, ScoutAndShow, Show
from games.rules.round import apply, start_round
from games.rules.state import RoundState


def hands_with_tops(*hands: str) -> tuple[Cards, ...]:
    """Hands of distinct cards: `"3 4 5", "1 1"`."""
    used: set[frozenset[int]] = set()
    tops = " ".join(hands).split()
    # The numbers that are least wanted on top make the bottoms.
    bottoms = sorted(range(1, 11), key=lambda number: tops.count(str(number)))
    result = []
    for hand in hands:
        names = []
        for top in map(int, hand.split()):
            bottom = next(
                number
                for number in bottoms
                if number != top and frozenset((top, number)) not in used
            )
            used.add(frozenset((top, bottom)))
            names.append(f"{top}/{bottom}")
        result.append(parse_cards(names))
    return tuple(result)


def table(*hands: str, starter: int = 0) -> RoundState:
    """A round ready to be played; all hands were kept."""
    return keep_all(start_round(hands_with_tops(*hands), starter))


def keep_all(state: RoundState) -> RoundState:
    for seat in range(state.players):
        state = apply(state, seat, Orient(flip=False))
    return state


def after(state: RoundState, *moves: Move) -> RoundState:
    """Each move is made by the seat on turn."""
    for move in moves:
        state = apply(state, state.turn, move)
    return state


def show(start: int, stop: int | None = None) -> Show:
    """By default the one card at `start`."""
    return Show(start, start + 1 if stop is None else stop)


def scout(end: End = "left", *, to: int = 0, flip: bool = False) -> Scout:
    """By default to the left of the hand."""
    return Scout(end, flip, to)


def scout_and_show(
    start: int, stop: int, end: End = "left", *, to: int = 0, flip: bool = False
) -> ScoutAndShow:
    """Indices are of the hand with the scouted card."""
    return ScoutAndShow(end, flip, to, start, stop)


def refusal(state: RoundState, seat: int, move: Move) -> str:
    """The code."""
    with pytest.raises(RuleError) as caught:
        apply(state, seat, move)
    assert str(caught.value) == caught.value.sentence
    return caught.value.code
