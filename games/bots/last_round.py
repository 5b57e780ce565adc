"""The last round is played for the game: what its score makes of the points of a round."""

from collections.abc import Sequence
from math import pi, sqrt, tanh

from games.bots.unseen import others_in_turn
from games.bots.value.features import POINT_IN_LAST_ROUND, VICTORY
from games.rules.views import View

DEVIATION = 6.0
"""So many points, one standard deviation, a lead ends from what was expected in mid-round."""
SPREAD = DEVIATION * sqrt(3) / pi
"""The scale of the logistic distribution with this deviation."""


def leads(view: View) -> list[int]:
    """How many points of the game the seat of ``view`` is ahead of each other, hands aside.

    The others are in turn order.
    """
    assert view.seat is not None
    points = list(map(sum, zip(view.scores, view.collected, view.chips, strict=True)))
    return [points[view.seat] - points[seat] for seat in others_in_turn(view)]


def worth_of_hope(points: float, expected: Sequence[float]) -> float:
    """What ``points`` of the round are worth with the leads that are ``expected`` at its end.

    That nobody is ahead then is taken to be as likely as if the others did not hang together; how
    likely one is not ahead follows the logistic curve.
    """
    likely = 1.0
    for lead in expected:
        likely *= (1.0 + tanh(lead / (2 * SPREAD))) / 2
    return POINT_IN_LAST_ROUND * points + VICTORY * likely


def worth_of_end(points: float, final: Sequence[int]) -> float:
    """What ``points`` of the round are worth once it is over, with the leads that are ``final``.

    A victory that is shared counts in parts.
    """
    share = 0.0 if min(final) < 0 else 1.0 / (1 + list(final).count(0))
    return POINT_IN_LAST_ROUND * points + VICTORY * share
