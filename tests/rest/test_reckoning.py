"""Time around a person's rest, compared with a clock that counts every minute on the wall."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from itertools import takewhile
from random import Random
from zoneinfo import ZoneInfo

import pytest

from games.rest.holidays import Holiday
from games.rest.reckoning import Rest, rest_of, stretches
from games.rest.week import Week, week_of, week_text
from tests.rest.weeks import MINUTE, NIGHTS, half_of_each_day, minutes
from tests.sample import chance, is_whole

ZONES = (
    *("Africa/Cairo", "Africa/Casablanca", "Africa/Lagos", "America/Anchorage"),
    *("America/Caracas", "America/Chicago", "America/Havana", "America/Los_Angeles"),
    *("America/New_York", "America/Nuuk", "America/Santiago", "America/Sao_Paulo"),
    *("America/St_Johns", "Antarctica/Troll", "Asia/Beirut", "Asia/Gaza", "Asia/Jerusalem"),
    *("Asia/Kathmandu", "Asia/Kolkata", "Asia/Tehran", "Asia/Tokyo", "Atlantic/Azores"),
    *("Australia/Adelaide", "Australia/Lord_Howe", "Australia/Sydney", "Europe/Berlin"),
    *("Europe/Dublin", "Europe/London", "Pacific/Apia", "Pacific/Chatham"),
)
BEGIN, END = datetime(2026, 1, 1, tzinfo=UTC), datetime(2036, 1, 1, tzinfo=UTC)
DAY = timedelta(days=1)
assert len(ZONES) == 30


def test_without_rest_time_is_time() -> None:
    start = datetime(2026, 3, 28, 20, tzinfo=UTC)
    assert Rest().deadline(start, 3 * DAY) == start + 3 * DAY
    assert Rest().time_between(start, start + DAY) == DAY
    assert Rest().resting_until(start) is None
    assert Rest().quiet_since(start) is None


def test_a_day_with_nine_quiet_hours_a_night_lasts_until_the_next_evening() -> None:
    berlin = ZoneInfo("Europe/Berlin")
    rest = Rest(berlin, NIGHTS)
    noon = datetime(2026, 11, 23, 12, tzinfo=berlin)
    # 10 h today, 14 tomorrow.
    assert rest.deadline(noon, DAY) == datetime(2026, 11, 24, 21, tzinfo=berlin)
    assert rest.time_between(noon, rest.deadline(noon, DAY)) == DAY
    night = datetime(2026, 11, 24, 1, 30, tzinfo=berlin)
    assert rest.quiet_since(night) == datetime(2026, 11, 23, 22, tzinfo=berlin)
    assert rest.quiet_until(night) == datetime(2026, 11, 24, 7, tzinfo=berlin)
    assert rest.deadline(night, timedelta(0)) == rest.quiet_until(night)


def test_a_holiday_stands_still_from_midnight_to_midnight() -> None:
    berlin = ZoneInfo("Europe/Berlin")
    holiday = Holiday(date(2026, 12, 20), date(2026, 12, 27), "Europe/Berlin")
    rest = Rest(berlin, Week(), (holiday,))
    evening = datetime(2026, 12, 19, 20, tzinfo=berlin)
    assert rest.deadline(evening, DAY) == datetime(2026, 12, 28, 20, tzinfo=berlin)
    assert rest.holiday_at(evening) is None
    assert rest.holiday_at(evening + DAY) == holiday
    assert rest.quiet_until(evening + DAY) is None
    assert rest.resting_until(evening + DAY) == datetime(2026, 12, 28, tzinfo=berlin)
    # Quiet hours that follow at once are the same rest.
    both = rest._replace(week=NIGHTS)
    assert both.resting_until(evening + DAY) == datetime(2026, 12, 28, 7, tzinfo=berlin)
    early = holiday._replace(ended_at=datetime(2026, 12, 21, 15, tzinfo=berlin))
    back = rest._replace(holidays=(early,))
    assert back.deadline(evening, DAY) == datetime(2026, 12, 22, 11, tzinfo=berlin)


def test_rest_is_read_from_columns() -> None:
    rest = rest_of("Europe/Berlin", week_text(NIGHTS), "2026-12-20 2026-12-27 Europe/Berlin")
    assert (rest.zone.key, rest.week, len(rest.holidays)) == ("Europe/Berlin", NIGHTS, 1)
    assert rest_of("Middle/Earth", "", "") == Rest()


def changes(zone: ZoneInfo) -> Iterator[datetime]:
    """Hours in which the clock on the wall is put forward or back."""
    hour = BEGIN
    while hour < END:
        after = hour + timedelta(hours=1)
        if hour.astimezone(zone).utcoffset() != after.astimezone(zone).utcoffset():
            yield hour
        hour = after


def counted(rest: Rest, start: datetime, time: timedelta) -> datetime:
    """Return when the minute clock has counted ``time``, in whole minutes."""
    for minute, rests in minutes(rest, start):
        if not rests:
            time -= MINUTE
        if not time:
            return minute + MINUTE
    raise AssertionError


@pytest.mark.parametrize("zone", ZONES)
def test_deadlines_are_right_whenever_clocks_are_changed(zone: str) -> None:
    random = Random(zone)
    for change in (BEGIN, *changes(ZoneInfo(zone))):
        week = random.choice([NIGHTS, half_of_each_day(random.randrange(24)), one_hour(random)])
        rest = Rest(ZoneInfo(zone), week)
        if random.random() < 0.3:
            first = change.date() + timedelta(days=random.randint(-2, 2))
            rest = rest._replace(holidays=(Holiday(first, first + DAY, zone),))
        start = change - timedelta(minutes=random.randrange(1500))
        time = timedelta(minutes=random.randrange(1, 1500))
        deadline = rest.deadline(start, time)
        assert deadline == counted(rest, start, time), (zone, start, time)
        assert rest.time_between(start, deadline) == time


def one_hour(random: Random) -> Week:
    """The small hours are those that clocks repeat or leave out."""
    hours = random.sample(range(5), random.randint(1, 4))
    return week_of((day, hour) for day in range(7) for hour in hours)


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.parametrize("zone", ZONES if is_whole() else chance("zones").sample(ZONES, 1))
def test_every_minute_of_ten_years_is_the_right_one(zone: str) -> None:
    week = chance(f"week in {zone}").choice([NIGHTS, half_of_each_day(21), half_of_each_day(2)])
    rest = Rest(ZoneInfo(zone), week, (Holiday(date(2026, 3, 20), date(2026, 4, 2), zone),))
    expected = stretches(rest, BEGIN)
    stretch = next(expected)
    for minute, rests in takewhile(lambda each: each[0] < END, minutes(rest, BEGIN)):
        if minute == stretch.end:
            stretch = next(expected)
        assert rests == stretch.rests, minute
