"""Holidays: whole days, and how many there are."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from games.rest.holidays import (
    Holiday,
    days_taken,
    holidays_text,
    longest_run,
    parse_holidays,
    start_of,
)

CHRISTMAS = Holiday(date(2026, 12, 20), date(2027, 1, 2), "Europe/Berlin")


def test_a_holiday_lasts_from_midnight_to_midnight_in_its_zone() -> None:
    assert CHRISTMAS.starts_at == datetime(2026, 12, 19, 23, tzinfo=UTC)
    assert CHRISTMAS.ends_at == datetime(2027, 1, 2, 23, tzinfo=UTC)


def test_days_are_counted_in_the_year_in_which_they_lie() -> None:
    assert days_taken([CHRISTMAS], 2026) == 12
    assert days_taken([CHRISTMAS], 2027) == 2
    assert days_taken([CHRISTMAS, CHRISTMAS], 2026) == 12


def test_who_comes_back_early_has_taken_the_days_that_had_begun() -> None:
    back = CHRISTMAS._replace(ended_at=datetime(2026, 12, 22, 9, tzinfo=UTC))
    assert back.ends_at == back.ended_at
    assert days_taken([back], 2026) == 3
    assert days_taken([back], 2027) == 0


def test_holidays_that_follow_each_other_are_one() -> None:
    more = Holiday(date(2027, 1, 3), date(2027, 1, 3), "Europe/Berlin")
    later = Holiday(date(2027, 1, 5), date(2027, 1, 6), "Europe/Berlin")
    assert longest_run([CHRISTMAS, more, later]) == 15
    assert longest_run([later]) == 2
    assert longest_run([]) == 0


def test_a_day_begins_where_there_is_no_midnight() -> None:
    # In Beirut, clocks go from 24:00 to 1:00.
    assert start_of(date(2026, 3, 29), ZoneInfo("Asia/Beirut")) == datetime(
        2026, 3, 28, 22, tzinfo=UTC
    )


@given(st.dates(date(2020, 1, 1), date(2035, 1, 1)), st.integers(0, 13), st.datetimes() | st.none())
def test_holidays_are_read_as_they_were_written(
    first: date, days: int, ended: datetime | None
) -> None:
    at = ended.replace(tzinfo=UTC) if ended else None
    holidays = (CHRISTMAS, Holiday(first, first + timedelta(days=days), "Asia/Kathmandu", at))
    assert parse_holidays(holidays_text(holidays)) == holidays
    assert parse_holidays("") == ()
