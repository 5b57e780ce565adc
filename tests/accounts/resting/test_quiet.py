"""Quiet hours are kept as shown and painted, and never more than twelve in any 24."""

import pytest

from accounts.models import User
from accounts.resting.quiet import set_quiet_week
from games.rest.nights import Night, night_between, nights_of, week_with
from games.rest.week import Week, parse_week, week_of
from games.rules.errors import RuleError
from tests.accounts.people import account
from tests.rest.weeks import NIGHTS, half_of_each_day


@pytest.fixture
def bruno(db: None) -> User:
    return account()


def kept(user: User) -> Week:
    user.refresh_from_db()
    return parse_week(user.quiet_week)


def test_more_than_twelve_quiet_hours_in_any_24_are_refused_and_nothing_is_lost(
    bruno: User,
) -> None:
    set_quiet_week(bruno, half_of_each_day(20))
    too_many = Week(half_of_each_day(20).bits | week_of([(2, 12)]).bits)
    with pytest.raises(RuleError, match="13 quiet hours in 24") as refused:
        set_quiet_week(bruno, too_many)
    assert refused.value.code == "bad_quiet_hours"
    assert kept(bruno) == half_of_each_day(20)


def test_two_pages_that_change_other_hours_are_both_kept(bruno: User) -> None:
    shown = week_of([(0, 22), (0, 23)])
    set_quiet_week(bruno, shown)
    set_quiet_week(bruno, week_of([(0, 22), (0, 23), (1, 22)]), shown=shown)
    set_quiet_week(bruno, week_of([(0, 22)]), shown=shown)
    assert kept(bruno) == week_of([(0, 22), (1, 22)])


def test_a_week_is_the_nights_it_consists_of() -> None:
    assert nights_of(NIGHTS) == [Night(day, 22, 9) for day in range(7)]
    several = week_of([(0, 13), (0, 14), (0, 23), (6, 23)])
    assert nights_of(several) == [Night(0, 13, 2), Night(0, 23, 1), Night(6, 23, 1)]
    assert nights_of(Week()) == []
    # A night belongs to the day on which it begins, at the end of the week too.
    assert nights_of(week_with([night_between(6, 23, 7)])) == [Night(6, 23, 8)]


@pytest.mark.parametrize("week", [NIGHTS, half_of_each_day(0), half_of_each_day(18)])
def test_nights_make_the_same_week_again(week: Week) -> None:
    assert week_with(nights_of(week)) == week


@pytest.mark.parametrize("night", [Night(7, 0, 1), Night(0, 24, 1), Night(-1, 3, 1)])
def test_hours_that_no_week_has_make_no_night(night: Night) -> None:
    with pytest.raises(ValueError, match="A week has no hour"):
        week_with([night])
