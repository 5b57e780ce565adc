"""Small tables for examples, told by the numbers that count."""

import pytest

from games.rules.cards import Cards, parse_cards
from games.rules.errors import RuleError
from games.rules.moves import End, Move, Orient, Scout, ScoutAndShow, Show
from games.rules.round import apply, start_round
from games.rules.state import RoundState


def hands_with_tops(*hands: str) -> tuple[Cards, ...]:
    """Hands with these top numbers, of cards that are all different: `"3 4 5", "1 1"`."""
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
    """A round ready to be played with these top numbers in the hands; all hands were kept."""
    return keep_all(start_round(hands_with_tops(*hands), starter))


def keep_all(state: RoundState) -> RoundState:
    """The round after everybody kept the hand as it was dealt."""
    for seat in range(state.players):
        state = apply(state, seat, Orient(flip=False))
    return state


def after(state: RoundState, *moves: Move) -> RoundState:
    """The round after these moves, each made by the seat whose turn it is."""
    for move in moves:
        state = apply(state, state.turn, move)
    return state


def show(start: int, stop: int | None = None) -> Show:
    """A Show of the cards `start` to `stop`, or of the one card at `start`."""
    return Show(start, start + 1 if stop is None else stop)


def scout(end: End = "left", *, to: int = 0, flip: bool = False) -> Scout:
    """A Scout; unless told otherwise the card goes to the left of the hand as it lies."""
    return Scout(end, flip, to)


def scout_and_show(
    start: int, stop: int, end: End = "left", *, to: int = 0, flip: bool = False
) -> ScoutAndShow:
    """A Scout & Show of the cards `start` to `stop` of the hand with the scouted card in it."""
    return ScoutAndShow(end, flip, to, start, stop)


def refusal(state: RoundState, seat: int, move: Move) -> str:
    """The code with which a move is refused."""
    with pytest.raises(RuleError) as caught:
        apply(state, seat, move)
    assert str(caught.value) == caught.value.sentence
    return caught.value.code
