"""Processor time of processes, from the system."""

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from tests.processes import family_of

_TICKS = os.sysconf("SC_CLK_TCK")


def seconds_of(roots: Iterable[int]) -> float:
    """Return what these processes and all below them have used, those that have ended included."""
    return sum(_seconds(pid) for root in roots for pid in family_of(root))


def _seconds(pid: int) -> float:
    with suppress(OSError):
        stat = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        # Own time in user and in system mode, then that of children that have ended.
        return sum(int(each) for each in stat[11:15]) / _TICKS
    return 0.0
