"""Results far from the rating: plain Python over a player's rated games."""

from collections.abc import Sequence
from math import erfc, sqrt
from typing import NamedTuple

from games.models import Strength
from games.order.signs.judging import Judged, one_in

SETTLED = 10
"""Rated games after which a rating is taken at its word."""
FEWEST = 15
MOST = 60
"""The latest games that count: ratings follow, and what was far off once is soon expected."""
FAR, FURTHEST = 2.7, 4.0
"""Standard deviations."""


class Result(NamedTuple):
    """A rated game of a player."""

    number: int
    """The player's rated games with so many players so far, this one included."""
    share: float
    """Of the others, how many finished behind, from 0 to 1."""
    expected: float
    """By the ratings before the game."""


def judge_results(results: Sequence[Result]) -> Judged | None:
    """Return how far the results are from what the ratings said; None if they aren't."""
    counted = [each for each in results if each.number > SETTLED][-MOST:]
    if len(counted) < FEWEST:
        return None
    over = sum(each.share - each.expected for each in counted)
    # As if each game had one opponent: the places of a game depend on each other.
    spread = sqrt(sum(each.expected * (1 - each.expected) for each in counted))
    far = over / spread
    if abs(far) < FAR:
        return None
    games = len(counted)
    return Judged(
        Strength.STRONG if abs(far) >= FURTHEST else Strength.SOME,
        {
            "games": games,
            "share": round(100 * sum(each.share for each in counted) / games),
            "expected": round(100 * sum(each.expected for each in counted) / games),
            "one_in": one_in(erfc(abs(far) / sqrt(2)) / 2),
        },
        abs(over),
    )
