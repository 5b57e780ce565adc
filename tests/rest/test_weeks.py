"""Quiet hours: what may be chosen, and how it is kept."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rest.week import MOST_QUIET, Week, most_in_a_day, parse_week, week_of, week_text
from tests.rest.weeks import NIGHTS, half_of_each_day

CELLS = st.tuples(st.integers(0, 6), st.integers(0, 23))


@given(st.sets(CELLS, max_size=12))
def test_a_week_is_read_as_it_was_written(hours: set[tuple[int, int]]) -> None:
    week = week_of(hours)
    assert set(week.hours) == hours
    assert parse_week(week_text(week)) == week


def test_no_quiet_hours_are_written_as_nothing() -> None:
    assert week_text(Week()) == ""
    assert parse_week("") == Week()


@pytest.mark.parametrize("text", ["0", "x" * 42, "f" * 43, "f" * 42, "-1", " "])
def test_nothing_else_is_a_week(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse_week(text)


@pytest.mark.parametrize("cell", [(7, 0), (0, 24), (-1, 3), (2, -1)])
def test_a_week_has_seven_days_of_24_hours(cell: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="no hour"):
        week_of([cell])


def test_quiet_hours_are_counted_over_midnight_and_over_sunday() -> None:
    assert most_in_a_day(NIGHTS) == 9
    assert most_in_a_day(half_of_each_day(20)) == MOST_QUIET
    weekend = week_of([(6, hour) for hour in range(14, 24)] + [(0, hour) for hour in range(5)])
    assert most_in_a_day(weekend) == 15
    assert most_in_a_day(Week()) == 0
