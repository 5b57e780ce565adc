"""One email a day, at an hour in the recipient's time zone, even when its clocks change."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
import time_machine

from accounts.models import User
from games.notices.times import digest_after, next_digest
from tests.tables import play_on
from tests.telling.people import DAY, HOUR, MINUTE, NOON, choose, see, send_at, table_waiting_for
from tests.telling.server import Mailbox, text_of

BERLIN = ZoneInfo("Europe/Berlin")
WEEK = 7 * DAY


@pytest.mark.django_db
@pytest.mark.usefixtures("noon")
def test_the_digest_comes_at_an_hour_of_the_readers_zone(
    mailbox: Mailbox, maya: User, bruno: User
) -> None:
    choose(maya, tell_turns="daily", digest_hour=8, time_zone="America/New_York")
    choose(bruno, tell_turns="none")
    table_waiting_for(maya, bruno, name="One", turn_seconds=WEEK)
    with time_machine.travel(NOON + HOUR - MINUTE, tick=False):
        table_waiting_for(maya, bruno, name="Two", turn_seconds=WEEK)
    # Eight o'clock in New York is one in the afternoon in UTC.
    assert send_at(NOON + HOUR - timedelta(seconds=1)) == 0
    assert send_at(NOON + HOUR) == 1
    assert mailbox.only()["Subject"] == "2 games wait for you"
    assert "- One: 6 days left" in text_of(mailbox.only())
    assert "- Two: 6 days left" in text_of(mailbox.only())


@pytest.mark.django_db
@pytest.mark.usefixtures("noon")
def test_there_is_one_a_day_until_the_turns_are_played(
    mailbox: Mailbox, maya: User, bruno: User
) -> None:
    choose(maya, tell_turns="daily", digest_hour=13)
    choose(bruno, tell_turns="none")
    first = table_waiting_for(maya, bruno, turn_seconds=WEEK)
    assert send_at(NOON + HOUR) == 1
    with time_machine.travel(NOON + 2 * HOUR, tick=False):
        second = table_waiting_for(maya, bruno, turn_seconds=WEEK)
        see(first, maya)
        # A later hour does not make a second one today.
        choose(maya, digest_hour=15)
    later = [NOON + timedelta(days=day) + 3 * HOUR for day in (1, 2, 3)]
    for hour in range(2, 24 * 4):
        moment = NOON + hour * HOUR
        assert send_at(moment) == (moment in later)
        if moment == later[1]:
            with time_machine.travel(moment, tick=False):
                play_on(first, moves=1)
    assert [subject.split(" wait")[0] for subject in mailbox.subjects()] == [
        *("Tuesday Troupe", "2 games", "2 games", "Tuesday Troupe")
    ]
    with time_machine.travel(later[2], tick=False):
        play_on(second, moves=1)
    assert send_at(later[2] + timedelta(days=1)) == 0


@pytest.mark.django_db
@pytest.mark.parametrize("hour", [1, 2, 3, 4])
@pytest.mark.parametrize(
    "noon_before",
    [
        # The nights in which clocks go from 2 to 3, and from 3 back to 2.
        datetime(2026, 3, 28, 12, tzinfo=BERLIN),
        datetime(2026, 10, 24, 12, tzinfo=BERLIN),
    ],
)
def test_a_clock_change_neither_skips_nor_doubles_a_digest(
    mailbox: Mailbox, maya: User, bruno: User, hour: int, noon_before: datetime
) -> None:
    choose(maya, tell_turns="daily", digest_hour=hour, time_zone="Europe/Berlin")
    choose(bruno, tell_turns="none")
    start = noon_before.astimezone(UTC)
    found = []
    for half in range(2 * 44):
        moment = start + half * timedelta(minutes=30)
        with time_machine.travel(moment - timedelta(seconds=1), tick=False):
            if half == 0:
                table_waiting_for(maya, bruno, turn_seconds=WEEK)
        if send_at(moment):
            found.append(moment.astimezone(BERLIN))
    assert [moment.day for moment in found] == [noon_before.day + 1, noon_before.day + 2]
    assert [moment.hour for moment in found][1] == hour
    assert found[0].hour in (hour, hour + 1)


@pytest.mark.parametrize("hour", range(24))
@pytest.mark.parametrize("zone", ["Europe/Berlin", "Australia/Lord_Howe", "America/Sao_Paulo"])
def test_there_is_one_moment_for_each_day_of_a_year(zone: str, hour: int) -> None:
    moment = next_digest(
        datetime(2026, 1, 1, tzinfo=ZoneInfo(zone)), zone=ZoneInfo(zone), hour=hour
    )
    days = []
    for _ in range(365):
        days.append(moment.astimezone(ZoneInfo(zone)).date())
        assert next_digest(moment, zone=ZoneInfo(zone), hour=hour) == moment
        moment = digest_after(moment, zone=ZoneInfo(zone), hour=hour)
    assert days == [days[0] + timedelta(days=number) for number in range(365)]
