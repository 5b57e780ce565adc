"""The strength of somebody who plays bots, on the bots' own scale: pure functions.

A player rated R has the strength s = 10^(R / 400). A game among bots of the strengths s_i is won
with the chance s / (s + s_1 + s_2 + …), which is how the bots' ratings were measured
(``docs/bots.md``, *The troupe*). The places behind the winner follow in the same way among those
who are left: this is the model of Plackett (1975) and Luce (1959). The person's part in a game of
that model is

    log s - log(s + the bots') - log(s + the bots' without the winner's) - …

with one logarithm for each place down to the person's own. The estimate is the rating at which the
sum over all games, and the logarithm of a wide normal distribution around the middle of the troupe,
is highest. That sum is concave, so there is one such rating.
"""

from collections.abc import Iterable, Sequence
from math import log
from typing import NamedTuple

from games.bots.company.ratings import RATINGS

MIDDLE = (min(RATINGS.values()) + max(RATINGS.values())) / 2
"""What is expected of somebody unknown."""
SPREAD = 400.0
"""The deviation around it, in points."""
_POINTS = 400 / log(10)
"""For a strength that is e times as high."""
_LOWEST, _HIGHEST = MIDDLE - 8 * SPREAD, MIDDLE + 8 * SPREAD
_WITHIN = 0.01
"""How exact the estimate is, in points."""


class Against(NamedTuple):
    """A bot in a finished game."""

    rating: float
    ahead: float
    """Its points less the person's."""


class _Race(NamedTuple):
    """A place the person was in the running for."""

    others: float
    """The sum of the strengths of the bots still without a place."""
    weight: float


def estimate(games: Iterable[Sequence[Against]]) -> float:
    """Return the likeliest rating of somebody with these games."""
    played = list(games)
    races = [race for game in played for race in _races(game)]
    low, high = _LOWEST, _HIGHEST
    while high - low > _WITHIN:
        middle = (low + high) / 2
        if _rises(middle, len(played), races):
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _rises(rating: float, games: int, races: Iterable[_Race]) -> bool:
    """Return whether a higher rating is likelier."""
    own = _strength(rating)
    taken = sum(race.weight * own / (own + race.others) for race in races)
    return (games - taken) / _POINTS > (rating - MIDDLE) / SPREAD**2


def _races(game: Sequence[Against]) -> list[_Race]:
    """Return the races of a game, best place first.

    Among bots with the same points the person may as well have come first as last.
    """
    order = sorted(game, key=lambda each: -each.ahead)
    strengths = [_strength(each.rating) for each in order]
    before = sum(each.ahead > 0 for each in order)
    level = sum(each.ahead == 0 for each in order)
    return [
        _Race(sum(strengths[place:]), min(1, (before + level + 1 - place) / (level + 1)))
        for place in range(before + level + 1)
    ]


def _strength(rating: float) -> float:
    return float(10 ** (rating / 400))
