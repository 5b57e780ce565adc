"""What points and leads are worth in the last round."""

from collections.abc import Sequence
from math import pi, sqrt, tanh

from ..rules.views import View
from .unseen import others_in_turn

POINT_IN_LAST_ROUND = 0.5
VICTORY = 12.0
"""The value of a point, and of winning."""

DEVIATION = 6.0
"""The standard deviation, in points, of the final lead from that expected in mid-round."""
SPREAD = DEVIATION * sqrt(3) / pi


def leads(view: View) -> list[int]:
    """Return the viewer's leads in turn order, without hands."""
    assert view.seat is not None
    points = list(map(sum, zip(view.scores, view.collected, view.chips, strict=True)))
    return [points[view.seat] - points[seat] for seat in others_in_turn(view)]


def worth_of_hope(points: float, expected: Sequence[float]) -> float:
    """Return the value of ``points``, given ``expected`` final leads.

    The chances of being ahead are logistic and count as independent.
    """
    likely = 1.0
    for lead in expected:
        likely *= (1.0 + tanh(lead / (2 * SPREAD))) / 2
    return POINT_IN_LAST_ROUND * points + VICTORY * likely


def worth_of_end(points: float, final: Sequence[int]) -> float:
    """Return the value of ``points``, given ``final`` leads."""
    share = 0.0 if min(final) < 0 else 1.0 / (1 + list(final).count(0))
    return POINT_IN_LAST_ROUND * points + VICTORY * share
