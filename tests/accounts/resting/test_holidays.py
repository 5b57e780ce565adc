"""Holidays are whole days in one's zone, 30 a year and at most 14 at once, and end by a press."""

from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine

from accounts.models import User
from accounts.resting.holidays import call_off, come_back, forget_old_holidays, plan_holiday
from games.rest.holidays import Holiday, days_taken, parse_holidays
from games.rules.errors import RuleError
from tests.accounts.people import account

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 23, 22, 30, tzinfo=UTC)
"""In Berlin half an hour before midnight."""


@pytest.fixture
def bruno(time_machine: time_machine.TimeMachineFixture) -> User:
    time_machine.move_to(NOW, tick=False)
    user = account()
    User.objects.filter(pk=user.pk).update(time_zone="Europe/Berlin")
    return user


def planned(user: User) -> list[Holiday]:
    user.refresh_from_db()
    return list(parse_holidays(user.holidays))


def refusal(user: User, first: date, last: date) -> str:
    before = planned(user)
    with pytest.raises(RuleError) as refused:
        plan_holiday(user, first, last)
    assert refused.value.code == "bad_holiday"
    assert planned(user) == before
    return refused.value.sentence


def december(first: int, last: int) -> tuple[date, date]:
    return date(2026, 12, first), date(2026, 12, last)


def test_a_holiday_begins_tomorrow_at_the_earliest_where_its_owner_is(bruno: User) -> None:
    today = date(2026, 11, 23)
    assert "tomorrow at the earliest" in refusal(bruno, today, date(2026, 11, 25))
    plan_holiday(bruno, date(2026, 11, 24), date(2026, 11, 24))
    assert planned(bruno)[0].starts_at == NOW + timedelta(minutes=30)
    # It is tomorrow already in Auckland.
    User.objects.update(time_zone="Pacific/Auckland", holidays="")
    assert "tomorrow at the earliest" in refusal(bruno, date(2026, 11, 24), date(2026, 11, 24))


def test_it_begins_and_ends_at_midnight_also_where_clocks_change_then(bruno: User) -> None:
    # In Beirut clocks are put forward at midnight, and the day begins at one.
    User.objects.update(time_zone="Asia/Beirut")
    found = plan_holiday(bruno, date(2027, 3, 28), date(2027, 3, 28))
    assert (found.starts_at, found.ends_at) == (
        datetime(2027, 3, 27, 22, tzinfo=UTC),
        datetime(2027, 3, 28, 21, tzinfo=UTC),
    )


@pytest.mark.parametrize(
    ("days", "sentence"),
    [
        ((date(2026, 12, 5), date(2026, 12, 4)), "can’t lie before the first"),
        ((date(2028, 1, 1), date(2028, 1, 1)), "You can plan until 31 December 2027."),
        (december(1, 15), "At most 14 days off can follow each other, and these would be 15."),
    ],
)
def test_days_that_make_no_holiday_are_refused_with_the_reason(
    bruno: User, days: tuple[date, date], sentence: str
) -> None:
    assert sentence in refusal(bruno, *days)


def test_holidays_do_not_overlap_and_do_not_join_to_more_than_two_weeks(bruno: User) -> None:
    plan_holiday(bruno, *december(1, 10))
    assert refusal(bruno, *december(10, 11)) == "Some of these days are off already."
    assert "these would be 15" in refusal(bruno, *december(11, 15))
    plan_holiday(bruno, *december(11, 14))
    plan_holiday(bruno, *december(16, 16))
    assert len(planned(bruno)) == 3


def test_a_year_has_thirty_days_and_the_refusal_says_how_many_are_left(bruno: User) -> None:
    plan_holiday(bruno, date(2027, 2, 1), date(2027, 2, 14))
    plan_holiday(bruno, date(2027, 3, 1), date(2027, 3, 13))
    wanted = date(2027, 4, 1)
    assert refusal(bruno, wanted, date(2027, 4, 4)) == "Of the 30 days of 2027, 3 are left."
    # Days of another year are another year's.
    plan_holiday(bruno, date(2026, 12, 27), date(2027, 1, 2))
    assert refusal(bruno, wanted, date(2027, 4, 2)) == "Of the 30 days of 2027, 1 is left."
    plan_holiday(bruno, wanted, wanted)
    assert refusal(bruno, date(2027, 5, 1), date(2027, 5, 1)) == (
        "All 30 days of 2027 are taken or planned."
    )


def test_pressing_twice_plans_calls_off_and_ends_once(
    bruno: User, time_machine: time_machine.TimeMachineFixture
) -> None:
    days = december(1, 5)
    assert plan_holiday(bruno, *days) == plan_holiday(User.objects.get(), *days)
    assert len(planned(bruno)) == 1
    call_off(bruno, days[0])
    call_off(bruno, days[0])
    assert planned(bruno) == []
    plan_holiday(bruno, *days)
    time_machine.move_to(datetime(2026, 12, 2, 9, tzinfo=UTC))
    come_back(bruno)
    once = planned(bruno)
    time_machine.move_to(datetime(2026, 12, 3, 9, tzinfo=UTC))
    come_back(bruno)
    assert planned(bruno) == once


def test_coming_back_early_takes_the_days_begun_and_frees_the_others(
    bruno: User, time_machine: time_machine.TimeMachineFixture
) -> None:
    plan_holiday(bruno, *december(1, 14))
    back = datetime(2026, 12, 3, 9, tzinfo=UTC)
    time_machine.move_to(back, tick=False)
    with pytest.raises(RuleError, match="It has begun"):
        call_off(bruno, date(2026, 12, 1))
    come_back(bruno)
    assert planned(bruno)[0].ends_at == back
    assert days_taken(planned(bruno), 2026) == 3
    # They still follow each other.
    assert "these would be 15" in refusal(bruno, *december(4, 15))
    plan_holiday(bruno, *december(4, 14))


def test_coming_back_ends_holidays_that_follow_each_other_as_one(
    bruno: User, time_machine: time_machine.TimeMachineFixture
) -> None:
    for first, last in ((1, 2), (3, 5), (6, 8), (10, 11)):
        plan_holiday(bruno, *december(first, last))
    back = datetime(2026, 12, 4, 9, tzinfo=UTC)
    time_machine.move_to(back, tick=False)
    come_back(bruno)
    assert [each.first.day for each in planned(bruno)] == [1, 3, 10]
    assert planned(bruno)[1].ends_at == back
    assert days_taken(planned(bruno), 2026) == 2 + 2 + 2


def test_a_holiday_is_kept_until_the_end_of_the_next_year(
    bruno: User, time_machine: time_machine.TimeMachineFixture
) -> None:
    plan_holiday(bruno, *december(1, 5))
    plan_holiday(bruno, date(2026, 12, 31), date(2027, 1, 1))
    time_machine.move_to(datetime(2027, 12, 31, 12, tzinfo=UTC))
    forget_old_holidays()
    assert len(planned(bruno)) == 2
    time_machine.move_to(datetime(2028, 1, 1, 12, tzinfo=UTC))
    forget_old_holidays()
    assert [each.last for each in planned(bruno)] == [date(2027, 1, 1)]
