"""Whether a net is right about what it expects, in games of its own."""

from typing import NamedTuple

import numpy as np

from ..value.network import Floats, Network, values
from .opponents import stacked
from .selfplay import play_rounds

PARTS = 10


class Calibration(NamedTuple):
    """Points expected for the rest of the round, against those that came."""

    positions: int
    slope: float
    """Of the points that came, by those expected."""
    off: tuple[float, ...]
    """By tenths of the positions, least expected first: points that came beyond those expected."""


def calibration(players: int, network: Network, positions: int, seed: int) -> Calibration:
    """Return how the ``network`` foresees about ``positions`` of its games against itself."""
    expected, came = _foreseen(players, network, positions, seed)
    order = np.array_split(np.argsort(expected), PARTS)
    return Calibration(
        positions=len(came),
        slope=float(np.polyfit(expected, came, 1)[0]),
        off=tuple(float((came[part] - expected[part]).mean()) for part in order),
    )


def calibrated(players: int, network: Network, positions: int, seed: int) -> Network:
    """Return ``network`` with all values shifted by one sum, so that their mean is what comes.

    In a league a net gets used to partners weaker than itself, and expects too much.
    """
    expected, came = _foreseen(players, network, positions, seed)
    shift = np.float32((came - expected).mean())
    return network._replace(bias3=network.bias3 + shift)


def _foreseen(players: int, network: Network, positions: int, seed: int) -> tuple[Floats, Floats]:
    rows, came = play_rounds(
        players,
        positions,
        stacked([network]),
        exploring=0.0,
        wavering=0.0,
        trace=1.0,
        shares=np.ones(1),
        alone=False,
        chance=np.random.default_rng([seed, players]),
    )
    return values(network, rows), came
