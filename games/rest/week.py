"""Quiet hours: a week of hours by the clock on the wall."""

from collections.abc import Iterable
from typing import NamedTuple

HOURS = 24
DAYS = 7
CELLS = DAYS * HOURS
MOST_QUIET = 12
"""Quiet hours in any 24."""
_DIGITS = CELLS // 4


class Week(NamedTuple):
    """The hours of a week that are quiet."""

    bits: int = 0
    """Bit ``24 * weekday + hour``, from Monday 0:00."""

    def is_quiet(self, weekday: int, hour: int) -> bool:
        return bool(self.bits >> (weekday * HOURS + hour) & 1)

    @property
    def hours(self) -> list[tuple[int, int]]:
        """(weekday, hour) of the quiet hours, in order."""
        cells = (divmod(cell, HOURS) for cell in range(CELLS))
        return [cell for cell in cells if self.is_quiet(*cell)]


def week_of(hours: Iterable[tuple[int, int]]) -> Week:
    """Return the week in which these (weekday, hour) are quiet; raise ``ValueError`` for others."""
    bits = 0
    for weekday, hour in hours:
        if not (0 <= weekday < DAYS and 0 <= hour < HOURS):
            raise ValueError(f"A week has no hour {hour} on day {weekday}.")
        bits |= 1 << (weekday * HOURS + hour)
    return Week(bits)


def most_in_a_day(week: Week) -> int:
    """Return the most quiet hours in any 24 that follow each other."""
    cells = [week.bits >> cell & 1 for cell in range(CELLS)]
    return max(sum(cells[(start + n) % CELLS] for n in range(HOURS)) for start in range(CELLS))


def week_text(week: Week) -> str:
    """Return ``week`` as 42 hexadecimal digits, empty without quiet hours."""
    return f"{week.bits:0{_DIGITS}x}" if week.bits else ""


def parse_week(text: str) -> Week:
    """Return the week written so; raise ``ValueError`` for anything else."""
    week = Week(int(text, 16) if text else 0)
    if week_text(week) != text or most_in_a_day(week) > MOST_QUIET:
        raise ValueError(f"{text!r} is no week with time to play in.")
    return week
