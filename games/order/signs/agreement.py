"""Moves that agree with the expert more than those of others: plain Python over reviews.

What counts is how little a player gives away a decision, by the expert's judgement, in games that
are over and have been reviewed.
"""

from collections.abc import Sequence
from statistics import fmean, stdev
from typing import NamedTuple

from games.models import Strength
from games.order.signs.judging import Judged

FEWEST_GAMES = 5
FEWEST_DECISIONS = 80
NEAREST = 60
"""Reviewed seats of others, next in rating, with which a player is compared."""
FEWEST_OTHERS = 30
FAR, FURTHEST = 4.0, 6.0
"""Standard deviations."""
SO_LITTLE = 0.5
"""The share of what others give away that is a sign."""
HARDLY_ANY, ALMOST_NOTHING = 0.3, 0.12
"""Points a decision that are a sign, or a strong one: good players give away twice as much, and the
expert nothing."""


class SeatJudged(NamedTuple):
    """A player's decisions in a reviewed game."""

    user_id: int
    mu: float
    """The rating before the game, or now if it was not rated."""
    decisions: int
    given_away: float
    """Points, over all of them."""

    @property
    def each(self) -> float:
        return self.given_away / self.decisions


def judge_agreement(own: Sequence[SeatJudged], others: Sequence[SeatJudged]) -> Judged | None:
    """Return how far a player's choices are above those of others of that rating.

    All seats are of games with the same number of players. None if they aren't, or too little is
    known.
    """
    decisions = sum(each.decisions for each in own)
    if len(own) < FEWEST_GAMES or decisions < FEWEST_DECISIONS:
        return None
    mine = own[0].user_id
    rating = fmean(each.mu for each in own)
    known = sorted(
        (each for each in others if each.user_id != mine), key=lambda each: abs(each.mu - rating)
    )[:NEAREST]
    if len(known) < FEWEST_OTHERS:
        return None
    theirs = fmean(each.each for each in known)
    spread = stdev(each.each for each in known) / len(own) ** 0.5
    a_decision = sum(each.given_away for each in own) / decisions
    if spread == 0 or theirs == 0:
        return None
    far, part = (theirs - a_decision) / spread, a_decision / theirs
    if far < FAR or part > SO_LITTLE or a_decision > HARDLY_ANY:
        return None
    strong = far >= FURTHEST and a_decision <= ALMOST_NOTHING
    return Judged(
        Strength.STRONG if strong else Strength.SOME,
        {
            "games": len(own),
            "decisions": decisions,
            "each": round(a_decision, 2),
            "others": round(theirs, 2),
            "seats": len(known),
        },
        len(own),
    )
