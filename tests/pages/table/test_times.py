"""Deadlines and times, relative and in the viewer's zone."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from games.words.times import ago, clock_time, relative_and_absolute, turn_time

NOW = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)  # a Friday


@pytest.mark.parametrize(
    ("left", "said", "urgency"),
    [
        (timedelta(seconds=-5), "time is up", "now"),
        (timedelta(0), "time is up", "now"),
        (timedelta(seconds=59), "under a minute left", "now"),
        (timedelta(minutes=59, seconds=59), "59 min left", "now"),
        (timedelta(hours=1), "1 h left", "soon"),
        (timedelta(hours=21, minutes=59), "21 h left", "soon"),
        (timedelta(hours=24), "24 h left", ""),
        (timedelta(hours=47, minutes=59), "47 h left", ""),
        (timedelta(days=2, hours=23), "2 days left", ""),
        (timedelta(days=7), "7 days left", ""),
    ],
)
def test_what_is_left_is_rounded_down_and_stands_out_as_it_gets_less(
    left: timedelta, said: str, urgency: str
) -> None:
    deadline = relative_and_absolute(NOW + left, NOW)
    assert (deadline.relative, deadline.urgency) == (said, urgency)


@pytest.mark.parametrize(
    ("zone", "said"),
    [
        ("UTC", "until 23:30 UTC"),
        ("Europe/Berlin", "until Sat 00:30 CET"),
        ("America/New_York", "until 18:30 EST"),
        ("Asia/Kathmandu", "until Sat 05:15 UTC+0545"),
    ],
)
def test_a_deadline_is_told_on_the_clock_of_the_readers_zone(zone: str, said: str) -> None:
    with timezone.override(ZoneInfo(zone)):
        assert relative_and_absolute(NOW.replace(hour=23, minute=30), NOW).absolute == said


def test_the_clock_is_put_back_between_now_and_a_deadline() -> None:
    friday = datetime(2026, 10, 23, 18, 0, tzinfo=UTC)
    with timezone.override(ZoneInfo("Europe/Berlin")):
        before = relative_and_absolute(friday, friday)
        after = relative_and_absolute(friday + timedelta(days=3), friday)
    assert before.absolute == "until 20:00 CEST"
    assert (after.relative, after.absolute) == ("3 days left", "until Mon 19:00 CET")


def test_a_time_further_away_is_told_with_its_date() -> None:
    assert clock_time(NOW + timedelta(days=6), NOW) == "Thu 12:00"
    assert clock_time(NOW + timedelta(days=7), NOW) == "27 Nov 12:00"
    assert clock_time(NOW + timedelta(days=60), NOW) == "19 Jan 2027, 12:00"


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (0, "just now"),
        (60, "1 min ago"),
        (7200, "2 h ago"),
        (86400, "1 day ago"),
        (200_000, "2 days ago"),
    ],
)
def test_how_long_ago_something_was(seconds: int, said: str) -> None:
    assert ago(NOW - timedelta(seconds=seconds), NOW) == said


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(None, "no limit"), (3600, "1 h"), (43200, "12 h"), (86400, "1 day"), (604800, "7 days")],
)
def test_the_time_for_a_turn(seconds: int | None, said: str) -> None:
    assert turn_time(seconds) == said
