"""How long a plan waits, so that nobody can tell its move from one by hand. Plain values.

Players who answer promptly take some time from their turn's beginning, and less with the table
open: planned moves take their times from the same spread.
"""

from datetime import datetime, timedelta
from math import exp, log
from random import Random
from secrets import SystemRandom
from statistics import NormalDist
from typing import NamedTuple

SHORTEST, LONGEST = 10, 240
"""Seconds that a prompt player takes."""
_TIMES = NormalDist(mu=log(45), sigma=0.8)
"""Of their logarithms: half of all take up to 45 seconds."""
SHORTEST_LOOKING, LONGEST_LOOKING = 3, 12
"""Seconds with the table open."""
LATE = timedelta(seconds=20)
"""A turn's beginning, or a due move, that is found this late counts as new."""
_SOONEST = 0.5
"""Seconds from now, at least."""
_MARGIN = timedelta(seconds=30)
"""Left of a turn's time at least, or a tenth of it."""
_CHANCE = SystemRandom()


class Turn(NamedTuple):
    """The turn on which a plan is to be played."""

    began_at: datetime
    turn_seconds: int | None
    deadline: datetime | None
    looking: bool
    """Whether its player has the table open."""


def due_at(turn: Turn, *, now: datetime, chance: Random = _CHANCE) -> datetime:
    """Draw when to play on ``turn``: always before its deadline, if there is any time left.

    A turn that was found late begins now: what was held up all comes in its own time.
    """
    # More time moves a turn's beginning on, perhaps beyond now.
    began = min(turn.began_at, now) if now - turn.began_at < LATE else now
    past = max((now - began).total_seconds(), 0) + _SOONEST
    last = None
    if turn.deadline is not None:
        margin = margin_of(turn.turn_seconds) * (1 + chance.random())
        last = (turn.deadline - margin - began).total_seconds()
    return began + timedelta(seconds=_wait(turn.looking, past, last, chance))


def margin_of(turn_seconds: int | None) -> timedelta:
    """Return what is left of a turn's time at least when a plan is played."""
    return _MARGIN if turn_seconds is None else min(_MARGIN, timedelta(seconds=turn_seconds) / 10)


def _wait(looking: bool, past: float, last: float | None, chance: Random) -> float:
    """Draw seconds: more than have ``past`` and, where there is time, no more than ``last``."""
    shortest, longest = (SHORTEST_LOOKING, LONGEST_LOOKING) if looking else (SHORTEST, LONGEST)
    least = max(shortest, past)
    most = max(longest, least + shortest)
    if last is not None and last < most:
        # A short clock leaves out the long times. Nobody needs less than the shortest, unless there
        # is hardly more.
        least, most = min(least, max(past, last / 2)), max(past, last)
    if looking:
        return chance.uniform(least, most)
    share = chance.uniform(_TIMES.cdf(log(least)), _TIMES.cdf(log(most)))
    return exp(_TIMES.inv_cdf(share))
