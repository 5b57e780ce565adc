"""Ratings: pure functions around the library's model.

The same games in the same order give identical figures.
"""

from collections.abc import Sequence
from typing import NamedTuple

from openskill.models import BradleyTerryFull

LISTED_FROM = 10
"""Rated games needed for the leaderboard."""
LISTED_FROM_PEOPLE = 5
"""Different people needed for it."""

_MODEL = BradleyTerryFull()
_MIDDLE = 1500
POINTS = 24
"""Points per unit of the model."""


class Skill(NamedTuple):
    """In the model's units."""

    mu: float
    sigma: float


class Shown(NamedTuple):
    """As displayed."""

    rating: int
    give: int
    """Half-width of the 95% interval."""

    @property
    def sure(self) -> int:
        """What the rating is at least, as far as one can be sure."""
        return self.rating - self.give


NEW = Skill(_MODEL.mu, _MODEL.sigma)


def rated(skills: Sequence[Skill], places: Sequence[int]) -> list[Skill]:
    """Return the ratings after these ``places`` (1 is best)."""
    teams = [[_MODEL.rating(mu=skill.mu, sigma=skill.sigma)] for skill in skills]
    after = _MODEL.rate(teams, ranks=[float(place) for place in places])
    return [Skill(team[0].mu, team[0].sigma) for team in after]


def shown(skill: Skill) -> Shown:
    """Return a skill as displayed."""
    rating, least = _points(skill.mu), _points(sure(skill))
    # So that what is shown as sure falls as it does in the order of a leaderboard.
    return Shown(rating, rating - least)


def _points(value: float) -> int:
    return round(_MIDDLE + POINTS * (value - _MODEL.mu))


def sure(skill: Skill) -> float:
    """Return the mean less two deviations, in the model's units."""
    return skill.mu - 2 * skill.sigma


def listable(*, games: int, people: int) -> bool:
    """Return whether these are enough for a leaderboard; below, a rating is provisional."""
    return games >= LISTED_FROM and people >= LISTED_FROM_PEOPLE
