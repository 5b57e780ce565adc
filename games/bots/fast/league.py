"""The league in which the net trains: itself, older selves, the expert before, partners.

Others sit down the oftener, the more they gain alone among learners.
"""

from collections.abc import Sequence
from math import exp

import numpy as np

from ..value.network import Network
from .measuring import margin
from .opponents import LEARNER
from .selfplay import Shares
from .sparring import STYLES

KINDS = 1 + STYLES + 2
"""The learner, the styles, an older self and the expert before."""
SELVES = 8
"""The most older selves."""
SHARE, SCALE = 0.3, 0.4
LEAST, MOST = 0.05, 1.0
"""A share, if learners alone have 1: where nothing is gained, and the points by which it grows."""


def shares(gains: Sequence[float]) -> Shares:
    """Return how often each kind of seat plays, by the points it ``gains``; the learner first."""
    others = [min(MOST, max(LEAST, SHARE * exp(gain / SCALE))) for gain in gains]
    return np.array([1.0, *others])


def gains(
    players: int,
    networks: Sequence[Network],
    before: Sequence[float],
    *,
    deals: int,
    seed: Sequence[int],
) -> list[float]:
    """Return what each kind but the learner gains alone among learners.

    Half of it is the gain ``before``, half a new measurement.
    """
    found = [
        margin(players, kind, LEARNER, networks, deals=deals, seed=[*seed, kind]).points
        for kind in range(1, KINDS)
    ]
    return [(old + new) / 2 for old, new in zip(before, found, strict=True)]
