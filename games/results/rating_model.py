"""Ratings: pure functions around the library's model.

The same games in the same order give identical figures.
"""

from collections.abc import Sequence
from typing import NamedTuple

from openskill.models import BradleyTerryFull

LISTED_FROM = 10
"""Rated games needed for the leaderboard."""

_MODEL = BradleyTerryFull()
_MIDDLE = 1500
_POINTS = 24
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


NEW = Skill(_MODEL.mu, _MODEL.sigma)


def rated(skills: Sequence[Skill], places: Sequence[int]) -> list[Skill]:
    """Return the ratings after these ``places`` (1 is best)."""
    teams = [[_MODEL.rating(mu=skill.mu, sigma=skill.sigma)] for skill in skills]
    after = _MODEL.rate(teams, ranks=[float(place) for place in places])
    return [Skill(team[0].mu, team[0].sigma) for team in after]


def shown(skill: Skill) -> Shown:
    """Return a skill as displayed."""
    rating = round(_MIDDLE + _POINTS * (skill.mu - _MODEL.mu))
    return Shown(rating, round(2 * _POINTS * skill.sigma))
