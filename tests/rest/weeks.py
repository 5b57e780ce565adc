"""Weeks and clocks that tests share."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from games.rest.reckoning import Rest
from games.rest.week import Week, week_of

NIGHTS = week_of((day, hour) for day in range(7) for hour in (22, 23, 0, 1, 2, 3, 4, 5, 6))
"""Quiet from 22:00 to 7:00."""
MINUTE = timedelta(minutes=1)


def half_of_each_day(first: int) -> Week:
    """Return a week with the most quiet hours: twelve from ``first`` on."""
    return week_of((day, (first + n) % 24) for day in range(7) for n in range(12))


def minutes(rest: Rest, start: datetime) -> Iterator[tuple[datetime, bool]]:
    """Yield each minute from ``start`` on, and whether it is one of rest: by the wall alone."""
    while True:
        local = start.astimezone(rest.zone)
        away = any(
            each.first <= start.astimezone(ZoneInfo(each.zone)).date() <= each.last
            for each in rest.holidays
        )
        yield start, away or rest.week.is_quiet(local.weekday(), local.hour)
        start += MINUTE
