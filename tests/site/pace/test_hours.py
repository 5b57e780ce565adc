"""Waking hours: counted as a clock of minutes would, also where clocks are put forward or back."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from scoutsite.pace.hours import Hours
from scoutsite.pace.measures import Parts, wait_of

MINUTE = timedelta(minutes=1)
SPRING = datetime(2026, 3, 28, 4, 30, tzinfo=UTC)


def hours_in(zone: str) -> Hours:
    return Hours(ZoneInfo(zone), timedelta(hours=7), timedelta(hours=25), "somebody")


@pytest.mark.parametrize("zone", ["Europe/Berlin", "Asia/Tokyo", "America/New_York"])
def test_time_awake_is_what_a_clock_of_minutes_counts(zone: str) -> None:
    hours = hours_in(zone)
    end = SPRING + timedelta(days=2)
    counted = sum(hours.is_awake(SPRING + minute * MINUTE) for minute in range(2 * 24 * 60))
    assert abs(hours.awake_within(SPRING, end) - counted * MINUTE) < 6 * MINUTE
    span = timedelta(hours=20)
    later = hours.after(SPRING, span)
    assert hours.is_awake(later)
    assert hours.awake_within(SPRING, later) == span


def test_a_wait_is_split_by_its_causes() -> None:
    hours = hours_in("UTC")
    up, to_bed = hours.of(SPRING.date())
    wait = wait_of(
        *("turn", 0, hours),
        opened=up - timedelta(hours=1),
        told=up + timedelta(hours=2),
        closed=up + timedelta(hours=5),
    )
    parts = [timedelta(hours=each) for each in (1, 2, 3)]
    assert wait.parts == Parts(*parts)
    assert to_bed > up + timedelta(hours=5)


def test_who_is_never_told_is_not_told_until_the_end() -> None:
    hours = hours_in("UTC")
    up, _to_bed = hours.of(SPRING.date())
    wait = wait_of("turn", 0, hours, opened=up, closed=up + timedelta(hours=1), told=None)
    assert wait.parts == Parts(not_told=timedelta(hours=1))
