"""Quiet hours as times to type: from when until when in each night."""

from collections.abc import Sequence
from typing import NamedTuple

from django.http import QueryDict
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext as _

from games.rest.nights import Night, night_between, nights_of, week_with
from games.rest.week import CELLS, DAYS, HOURS, Week

_NOON = HOURS // 2
_MORNING = 7
"""The end that is offered for a night without quiet hours."""


class Typed(NamedTuple):
    """A line of the form."""

    weekday: int
    label: str
    """``"Monday"``"""
    begin: int | None
    """None: no quiet hours."""
    end: int
    at: int
    """Hours from noon, where its bar begins."""
    hours: int


def typed(nights: Sequence[Night]) -> list[Typed]:
    """Return a line for each day, and more for those on which more than one night begins."""
    lines = []
    for weekday in range(DAYS):
        own = [night for night in nights if night.weekday == weekday]
        label = str(WEEKDAYS[weekday])
        lines += [
            Typed(
                weekday,
                label if number == 1 else _("{day}, {number}").format(day=label, number=number),
                night.begin,
                night.end,
                (night.begin - _NOON) % HOURS,
                night.hours,
            )
            for number, night in enumerate(own, 1)
        ] or [Typed(weekday, label, None, _MORNING, 0, 0)]
    return lines


def typed_week(week: Week) -> list[Typed]:
    """Return the lines of a week as it is kept."""
    return typed(nights_of(week))


def read_typed(form: QueryDict) -> list[Night]:
    """Return the nights that were typed; raise ``ValueError`` for what no week has."""
    lines = [form.getlist(name) for name in ("night", "from", "until")]
    if max(map(len, lines)) > CELLS:
        raise ValueError("A week has fewer hours.")
    nights = [
        night_between(int(weekday), int(begin), int(end))
        for weekday, begin, end in zip(*lines, strict=True)
        if begin
    ]
    # Hours that no day has are refused before anything is made of them.
    week_with(nights)
    return nights


def hours_offered() -> list[tuple[int, str]]:
    """Return the hours to choose from."""
    return [(hour, f"{hour:02}:00") for hour in range(HOURS)]
