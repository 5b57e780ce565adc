"""A week's quiet hours as nights: stretches of hours, named by the day on which they begin."""

from collections.abc import Iterable
from typing import NamedTuple

from games.rest.week import CELLS, HOURS, Week, week_of


class Night(NamedTuple):
    """Quiet hours that follow each other."""

    weekday: int
    begin: int
    """The hour at which they begin, 0 to 23."""
    hours: int
    """How many, 1 to 24."""

    @property
    def end(self) -> int:
        """The hour at which they end, 0 to 23; on the next day unless later than ``begin``."""
        return (self.begin + self.hours) % HOURS


def nights_of(week: Week) -> list[Night]:
    """Return the stretches of a week with some hours that are not quiet, in order."""
    nights = []
    for weekday, hour in week.hours:
        first = weekday * HOURS + hour
        if week.bits >> (first - 1) % CELLS & 1:
            continue
        hours = next(n for n in range(1, CELLS + 1) if not week.bits >> (first + n) % CELLS & 1)
        nights.append(Night(weekday, hour, hours))
    return nights


def night_between(weekday: int, begin: int, end: int) -> Night:
    """Return the night between two hours of the wall; the same hour twice is a whole day."""
    return Night(weekday, begin, (end - begin) % HOURS or HOURS)


def week_with(nights: Iterable[Night]) -> Week:
    """Return the week in which these are quiet; raise ``ValueError`` for hours that are none."""
    week = Week()
    for night in nights:
        # The first hour as it is, so that one that no day has is refused.
        week_of([(night.weekday, night.begin)])
        first = night.weekday * HOURS + night.begin
        cells = (divmod((first + n) % CELLS, HOURS) for n in range(night.hours))
        week = Week(week.bits | week_of(cells).bits)
    return week
