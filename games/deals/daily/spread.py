"""What everybody made of a day's deal."""

from collections.abc import Mapping
from typing import NamedTuple

from games.models import DayScore, DealOfTheDay

FEW = 30
"""Below so many players no share is said."""


class Spread(NamedTuple):
    """How many made how many points."""

    counts: Mapping[int, int]

    @property
    def players(self) -> int:
        return sum(self.counts.values())

    def percent_below(self, points: int) -> int:
        """Return which share of all players made less, in whole per cent rounded down."""
        less = sum(count for each, count in self.counts.items() if each < points)
        return 100 * less // max(self.players, 1)

    def is_best_quarter(self, points: int) -> bool:
        """Return whether at most a quarter of all did better."""
        better = sum(count for each, count in self.counts.items() if each > points)
        return better * 4 < self.players


def spread_of(deal: DealOfTheDay) -> Spread:
    """Return it as it is now; one query, however many there are."""
    return Spread(dict(DayScore.objects.filter(deal=deal).values_list("points", "count")))
