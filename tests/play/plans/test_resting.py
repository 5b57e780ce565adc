"""Plans and rest: never on holiday, and at night only for those who want that."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from accounts.models import User
from games.models import Plan
from games.rest.week import week_of, week_text
from tests.play.plans.planned import Planned, planned, plans, sweep
from tests.tables import people_game

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)
NIGHT = datetime(2026, 11, 18, 23, tzinfo=UTC)
MORNING = datetime(2026, 11, 19, 7, tzinfo=UTC)
NIGHTS = week_text(week_of((day, hour) for day in range(7) for hour in (22, 23, *range(7))))
A_WHILE = timedelta(minutes=5)


def waiting(turn_seconds: int | None = 24 * 3600, **columns: str | bool) -> Planned:
    """The turn of a planner with these columns begins in the night."""
    with time_machine.travel(NIGHT, tick=False):
        table = planned(people_game(3, turn_seconds=turn_seconds))
        User.objects.filter(pk=table.user.pk).update(**columns)
        table.put()
        table.go_on()
        sweep(NIGHT)
    return table


def due() -> datetime:
    at = Plan.objects.get().due_at
    assert at is not None
    return at


def test_plans_are_played_at_night_unless_their_player_says_otherwise() -> None:
    waiting(quiet_week=NIGHTS)
    assert NIGHT < due() < NIGHT + A_WHILE


def test_who_wants_no_plans_played_at_night_has_them_played_in_the_morning() -> None:
    table = waiting(quiet_week=NIGHTS, plans_at_night=False)
    assert MORNING < due() < MORNING + A_WHILE
    sweep(MORNING - HOUR)
    assert plans(table.game) == [table.planner]
    sweep(due())
    assert plans(table.game) == []


def test_a_clock_that_decides_at_night_is_forestalled() -> None:
    waiting(turn_seconds=2 * 3600, quiet_week=NIGHTS, plans_at_night=False)
    assert NIGHT < due() < NIGHT + A_WHILE


@pytest.mark.parametrize("turn_seconds", [None, 24 * 3600])
def test_a_plan_waits_until_its_player_is_back_from_holiday(turn_seconds: int | None) -> None:
    away = "2026-11-18 2026-11-20 UTC\n2026-11-21 2026-11-22 UTC"
    waiting(turn_seconds, holidays=away)
    back = datetime(2026, 11, 23, tzinfo=UTC)
    assert back < due() < back + A_WHILE


def test_quick_games_tell_of_no_holiday_and_wait_for_none() -> None:
    waiting(turn_seconds=3600, holidays="2026-11-18 2026-11-20 UTC")
    assert NIGHT < due() < NIGHT + A_WHILE


def test_a_holiday_that_began_meanwhile_counts_too() -> None:
    table = waiting()
    first = due()
    User.objects.filter(pk=table.user.pk).update(holidays="2026-11-18 2026-11-18 UTC")
    sweep(first)
    sweep(first)
    midnight = datetime(2026, 11, 19, tzinfo=UTC)
    assert midnight < due() < midnight + A_WHILE
