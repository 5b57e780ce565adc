"""Quiet hours as a week to paint: seven days of 24 boxes."""

from datetime import datetime
from typing import NamedTuple

from django.http import QueryDict
from django.utils.dates import WEEKDAYS_ABBR

from games.rest.reckoning import Rest
from games.rest.week import CELLS, DAYS, HOURS, Week, week_of


class Cell(NamedTuple):
    """An hour of the week."""

    number: int
    """From 0, Monday at midnight."""
    label: str
    """``"Mon 22:00"``"""
    quiet: bool
    now: bool
    """Whether it is this hour at the user's."""


class Day(NamedTuple):
    """A row of cells."""

    label: str
    cells: list[Cell]


def painted(rest: Rest, now: datetime) -> list[Day]:
    """Return the week as it is kept."""
    local = now.astimezone(rest.zone)
    return [
        Day(
            str(WEEKDAYS_ABBR[weekday]),
            [
                Cell(
                    weekday * HOURS + hour,
                    f"{WEEKDAYS_ABBR[weekday]} {hour:02}:00",
                    rest.week.is_quiet(weekday, hour),
                    (weekday, hour) == (local.weekday(), local.hour),
                )
                for hour in range(HOURS)
            ],
        )
        for weekday in range(DAYS)
    ]


def read_painted(form: QueryDict) -> Week:
    """Return the week as it was painted; raise ``ValueError`` for what no week has."""
    cells = form.getlist("hour")
    if len(cells) > CELLS:
        raise ValueError("A week has fewer hours.")
    return week_of(divmod(int(cell), HOURS) for cell in cells)
