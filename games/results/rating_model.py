"""How ratings are computed and shown: pure functions around the library's model.

A rating is a mean and a spread (``Skill``). Everybody at the table is compared with everybody else
by their places, so that equal places draw each other together, and no seat is worth more than
another. The same games in the same order give the same figures to the last digit.
"""

from collections.abc import Sequence
from typing import NamedTuple

from openskill.models import BradleyTerryFull

LISTED_FROM = 10
"""After so many rated games somebody stands on the leaderboard."""

_MODEL = BradleyTerryFull()
_MIDDLE = 1500
_POINTS = 24
"""So many points are one of the model's units."""


class Skill(NamedTuple):
    """A rating as the model has it."""

    mu: float
    sigma: float


class Shown(NamedTuple):
    """A rating as people read it."""

    rating: int
    give: int
    """The strength is within so much of it, with 95 % certainty."""


NEW = Skill(_MODEL.mu, _MODEL.sigma)
"""What is thought of somebody without a rated game."""


def rated(skills: Sequence[Skill], places: Sequence[int]) -> list[Skill]:
    """The ratings of players after a game in which they took these ``places`` (1 is the best)."""
    teams = [[_MODEL.rating(mu=skill.mu, sigma=skill.sigma)] for skill in skills]
    after = _MODEL.rate(teams, ranks=[float(place) for place in places])
    return [Skill(team[0].mu, team[0].sigma) for team in after]


def shown(skill: Skill) -> Shown:
    """``skill`` as people read it."""
    rating = round(_MIDDLE + _POINTS * (skill.mu - _MODEL.mu))
    return Shown(rating, round(2 * _POINTS * skill.sigma))
