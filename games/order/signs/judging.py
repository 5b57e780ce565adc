"""What judging figures gives, and the chances that it rests on: plain Python."""

from collections.abc import Sequence
from math import exp, sqrt
from typing import Any, NamedTuple

from games.models import Strength
from games.results.rating_model import Skill

_BETA = 25 / 6
"""Of the rating's model: the spread of what one player shows in a game."""
_STEPS = [step / 4 for step in range(-16, 17)]
_NORMAL = [exp(-step * step / 2) for step in _STEPS]
RAREST = 1e-6
"""Below, a chance is said to be this."""


class Judged(NamedTuple):
    """A sign in figures, without the people."""

    strength: Strength
    figures: dict[str, Any]
    weight: float
    """How much there is of it."""


def ahead_chance(mine: Skill, other: Skill) -> float:
    """Return how likely one finishes ahead of the other by their ratings, unsure as these are."""
    spread = sqrt(mine.sigma**2 + other.sigma**2 + 2 * _BETA**2)
    return 1 / (1 + exp((other.mu - mine.mu) / spread))


def chance_of_so_many(ahead: int, games: int, mine: Skill, other: Skill) -> float:
    """Return how likely one finishes ahead so often, or more.

    The two may really be stronger or weaker than their ratings, but are so in all the games: where
    ratings know little, much is likely.
    """
    spread = sqrt(mine.sigma**2 + other.sigma**2)
    total = 0.0
    for step, weight in zip(_STEPS, _NORMAL, strict=True):
        better = mine.mu - other.mu + step * spread
        total += weight * at_least(ahead, [1 / (1 + exp(-better / (sqrt(2) * _BETA)))] * games)
    return max(RAREST, total / sum(_NORMAL))


def at_least(wanted: int, chances: Sequence[float]) -> float:
    """Return how likely at least ``wanted`` of independent events happen."""
    exactly = [1.0]
    for chance in chances:
        exactly = [
            before * (1 - chance) + (exactly[number - 1] * chance if number else 0)
            for number, before in enumerate([*exactly, 0.0])
        ]
    return sum(exactly[max(0, wanted) :])


def one_in(chance: float) -> int:
    """Return ``chance`` as 1 in so many, rounded to two digits."""
    number = round(1 / max(chance, RAREST))
    return round(number, 2 - len(str(number)))
