"""The bots that need NumPy: *expert*, alone and with look-ahead.

The library can be installed without it; :mod:`.registry` then does without them.
"""

from . import expert, expert_ahead
from .levels import Bot, Goal

EXPERT = Bot(
    name="expert",
    choose=expert.choose,
    choose_by=expert.choose,
    goals={
        "steady": (Goal(1.1, 0.62), Goal(2.4, 0.57), Goal(1.2, 0.41), Goal(0.8, 0.31)),
        "easy": (Goal(4.7, 0.87), Goal(6.0, 0.77), Goal(6.4, 0.87), Goal(5.0, 0.90)),
    },
    thinks_long=True,
)

LOOKS_AHEAD = Bot(
    name="expert+ahead",
    choose=expert_ahead.choose,
    choose_by=expert_ahead.choose,
    goals={"steady": (Goal(1.8), Goal(2.9), Goal(1.7), Goal(1.0))},
)
"""It needs Numba besides; not a level."""
