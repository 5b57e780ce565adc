"""How training goes from coarse to fine."""

from math import cos, pi
from typing import NamedTuple

from .learning import MEAN_SLOWNESS


class Settings(NamedTuple):
    """Of one generation."""

    rate: float
    """At which the net learns."""
    exploring: float
    """How often a move is random."""
    wavering: float
    """The difference in points up to which two moves may be confused."""
    trace: float
    """The weight of the outcome in what is learnt, against the net's opinion."""


class Schedule(NamedTuple):
    """The settings of the first generation and the last; those between lie on half a cosine."""

    first: Settings
    last: Settings
    warm_up: float = 0.0
    """The share of the training in which only outcomes count."""
    slowness: float = MEAN_SLOWNESS
    """The decay rate of the running mean of the parameters."""

    def at(self, number: int, generations: int) -> Settings:
        """Return the settings of generation ``number``, from 0, of so many ``generations``."""
        part = (1 + cos(pi * number / generations)) / 2
        pairs = zip(self.first, self.last, strict=True)
        settings = Settings(*(last + (first - last) * part for first, last in pairs))
        warming = number < self.warm_up * generations
        return settings._replace(trace=1.0) if warming else settings


LEAGUE = Schedule(Settings(2e-3, 0.1, 0.6, 1.0), Settings(5e-5, 0.02, 0.1, 0.7), warm_up=0.1)
"""For a net that begins to learn."""
ANSWERING = LEAGUE._replace(first=LEAGUE.first._replace(rate=5e-4), warm_up=0.0)
"""For one that begins as the one that it is to answer."""
JOINED = Schedule(
    Settings(1.5e-4, 0.04, 0.2, 0.85), Settings(8e-6, 0.02, 0.1, 0.7), slowness=0.9999
)
"""For one that begins as the mean of several."""
SHARPENING = Schedule(
    Settings(2.5e-4, 0.05, 0.3, 0.9), Settings(1e-5, 0.02, 0.1, 0.8), slowness=0.9998
)
"""For one that has learned in the league, alone among the experts before it."""
