"""How good a decision was, in words and in percent."""

from collections.abc import Sequence
from enum import StrEnum
from math import exp

BEST, FINE, LOOSE = 0.1, 0.5, 1.5
"""The most points that a decision of each grade gives away."""
FIND = 1.5
"""The points by which a find is better than every other kind of move."""
SCALE = 1.6
FEWEST = 10


class Grade(StrEnum):
    """Of a decision, by the points that it gave away against the best move."""

    BEST = "best"
    FINE = "fine"
    LOOSE = "loose"
    COSTLY = "costly"
    FIND = "find"


def grade_of(given_away: float, ahead: float | None) -> Grade:
    """Return the grade; ``ahead``: by how much the best kind of move leads, None if alone."""
    if given_away <= BEST:
        return Grade.FIND if ahead is not None and ahead >= FIND else Grade.BEST
    if given_away <= FINE:
        return Grade.FINE
    return Grade.LOOSE if given_away <= LOOSE else Grade.COSTLY


def accuracy(given_away: Sequence[float]) -> float | None:
    """Return a player's accuracy from 0 to 1 over all their decisions; None if these are few."""
    if len(given_away) < FEWEST:
        return None
    return sum(exp(-points / SCALE) for points in given_away) / len(given_away)
