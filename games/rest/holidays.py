"""Holidays: whole days in a zone, 30 a calendar year and at most 14 at once."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

A_YEAR = 30
"""Days of a calendar year."""
AT_ONCE = 14
"""Days that follow each other."""
_DAY = timedelta(days=1)


class Holiday(NamedTuple):
    """Days off, planned beforehand."""

    first: date
    last: date
    zone: str
    """Where the days begin and end."""
    ended_at: datetime | None = None
    """When its owner came back before its end."""

    @property
    def starts_at(self) -> datetime:
        return start_of(self.first, ZoneInfo(self.zone))

    @property
    def ends_at(self) -> datetime:
        end = start_of(self.last + _DAY, ZoneInfo(self.zone))
        return end if self.ended_at is None else min(end, self.ended_at)

    @property
    def back_on(self) -> date:
        """The first day after it."""
        return self.last + _DAY

    @property
    def days(self) -> Iterator[date]:
        """The days taken: those that have begun, where it was ended early."""
        last = self.last
        if self.ended_at is not None:
            last = min(last, self.ended_at.astimezone(ZoneInfo(self.zone)).date())
        day = self.first
        while day <= last:
            yield day
            day += _DAY


def start_of(day: date, zone: ZoneInfo) -> datetime:
    """Return when ``day`` begins in ``zone``, in UTC."""
    return datetime.combine(day, time(0), tzinfo=zone).astimezone(UTC)


def days_taken(holidays: Iterable[Holiday], year: int) -> int:
    """Return how many days of ``year`` are taken or planned."""
    return len({day for each in holidays for day in each.days if day.year == year})


def longest_run(holidays: Iterable[Holiday]) -> int:
    """Return the most days off that follow each other."""
    days = {day for each in holidays for day in each.days}
    longest = 0
    for day in days:
        if day - _DAY not in days:
            run = 1
            while day + run * _DAY in days:
                run += 1
            longest = max(longest, run)
    return longest


def holidays_text(holidays: Sequence[Holiday]) -> str:
    """Return ``holidays`` as text, one a line: ``2026-12-20 2026-12-27 Europe/Berlin``."""
    return "\n".join(_line(each) for each in holidays)


def parse_holidays(text: str) -> tuple[Holiday, ...]:
    """Return the holidays written so; raise ``ValueError`` for anything else."""
    return tuple(_parsed(line) for line in text.splitlines())


def _line(holiday: Holiday) -> str:
    ended = holiday.ended_at.astimezone(UTC).isoformat() if holiday.ended_at else ""
    words = (holiday.first.isoformat(), holiday.last.isoformat(), holiday.zone, ended)
    return " ".join(filter(None, words))


def _parsed(line: str) -> Holiday:
    first, last, zone, *ended = line.split(" ")
    return Holiday(
        date.fromisoformat(first),
        date.fromisoformat(last),
        zone,
        datetime.fromisoformat(ended[0]) if ended else None,
    )
