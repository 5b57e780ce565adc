"""The set that the picture of a result shows: of what everybody at the table saw."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from games.rules.cards import TOPS, Cards
from games.rules.game import RoundResult
from games.rules.sets import strength

FEWEST = 2
"""Cards: a single one is no moment."""


class Moment(NamedTuple):
    """A set, as it was shown."""

    seat: int
    cards: Cards
    unbeaten: bool
    """Whether it ended the game because nobody beat it."""


def moment_of(results: Sequence[RoundResult], winners: Collection[int]) -> Moment | None:
    """Return the set that ended the game unbeaten, or the strongest that a winner showed.

    Of equals it is the latest; None if no winner has shown a set.
    """
    if results and results[-1].ended_by == "unbeaten":
        last = [Moment(seat, cards, True) for seat, cards in _shown(results[-1:])][-1:]
        if last and len(last[0].cards) >= FEWEST:
            return last[0]
    won = [Moment(seat, cards, False) for seat, cards in _shown(results) if seat in winners]
    return max(reversed(won), key=_strength, default=None)


def _shown(results: Sequence[RoundResult]) -> list[tuple[int, Cards]]:
    moves = (move for result in results for move in result.history)
    return [(move.seat, move.cards) for move in moves if move.cards is not None]


def _strength(moment: Moment) -> int:
    return strength(moment.cards.translate(TOPS))
