"""The row of days: how many somebody has played with at most one day off in any seven."""

from collections.abc import Iterable
from datetime import date, timedelta
from typing import NamedTuple

_DAY = timedelta(days=1)
_WEEK = timedelta(days=7)


class RowOfDays(NamedTuple):
    """What a player's days come to."""

    now: int
    """Days played in the row that goes on today; 0 if it has ended."""
    longest: int
    played: int


def row_of_days(days: Iterable[date], today: date) -> RowOfDays:
    """Return the row of the days that were played in time.

    One day off in any seven doesn't break it. Today is not off before it is over.
    """
    played = sorted(set(days))
    row: list[date] = []
    off: date | None = None
    longest = 0
    for day in played:
        row, off = _go_on(row, off, day)
        row.append(day)
        longest = max(longest, len(row))
    goes_on = bool(row) and _goes_on(off, row[-1], today)
    return RowOfDays(len(row) if goes_on else 0, longest, len(played))


def _go_on(row: list[date], off: date | None, day: date) -> tuple[list[date], date | None]:
    """Return the row that ``day`` goes on with, and its last day off."""
    if not row or day - row[-1] == _DAY:
        return row, off
    if day - row[-1] > 2 * _DAY:
        return [], None
    missed = row[-1] + _DAY
    if off is not None and missed - off < _WEEK:
        # A second day off within seven: it goes on from the day after the first.
        row = [each for each in row if each > off]
    return row, missed


def _goes_on(off: date | None, before: date, today: date) -> bool:
    if today - before <= _DAY:
        return True
    missed = before + _DAY
    return today - before == 2 * _DAY and (off is None or missed - off >= _WEEK)
