"""When a turn runs out, when its last call goes out, when others may nudge."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.log.deadlines import (
    Clocks,
    deadlines_text,
    last_call_at,
    nudge_from,
    parse_deadlines,
    rest_counts,
)
from games.rest.holidays import Holiday
from games.rest.reckoning import Rest
from tests.rest.weeks import NIGHTS

NOON = datetime(2026, 3, 28, 12, tzinfo=UTC)
BERLIN = ZoneInfo("Europe/Berlin")
HOUR = timedelta(hours=1)
DAY_SECONDS = 86_400
NO_REST = Rest()


def call(seconds: int, rest: Rest = NO_REST, *, counts: bool = False) -> datetime:
    """Return the last call of a turn that began at noon."""
    clocks = Clocks(seconds, {0: rest} if counts else {})
    deadline = clocks.over_at(0, NOON)
    assert deadline is not None
    return last_call_at(
        deadline=deadline, turn_seconds=seconds, began_at=NOON, rest=rest, counts=counts
    )


@pytest.mark.parametrize("seconds", [3600, 43_200, 86_400, 259_200, 604_800])
def test_a_turn_lasts_as_long_as_the_game_says(seconds: int) -> None:
    over = Clocks(seconds).over_at(0, NOON)
    assert over is not None
    assert (over - NOON).total_seconds() == seconds
    assert (over - call(seconds)).total_seconds() == seconds / 5
    assert (nudge_from(began_at=NOON, deadline=over) - NOON).total_seconds() == seconds / 2


def test_a_game_without_a_clock_has_no_end() -> None:
    assert Clocks(None).over_at(0, NOON) is None
    assert nudge_from(began_at=NOON, deadline=None) == NOON + 12 * HOUR


def test_a_day_is_24_hours_also_when_the_clocks_are_put_forward() -> None:
    evening = datetime(2026, 3, 28, 20, tzinfo=BERLIN)
    over = Clocks(DAY_SECONDS).over_at(0, evening)
    assert over is not None
    assert over.astimezone(BERLIN).hour == 21


@given(st.integers(min_value=1, max_value=10**7))
def test_nudge_last_call_and_end_follow_each_other(seconds: int) -> None:
    over = Clocks(seconds).over_at(0, NOON)
    assert over is not None
    assert NOON < nudge_from(began_at=NOON, deadline=over) < call(seconds) < over


def test_rest_counts_from_12_hours_a_turn_where_the_creator_wants_it() -> None:
    assert rest_counts(turn_seconds=43_200, wanted=True)
    assert not rest_counts(turn_seconds=43_199, wanted=True)
    assert not rest_counts(turn_seconds=DAY_SECONDS, wanted=False)
    assert not rest_counts(turn_seconds=None, wanted=True)


def test_each_seats_clock_stands_still_while_its_own_player_rests() -> None:
    away = (Holiday(date(2026, 3, 29), date(2026, 3, 31), "Europe/Berlin"),)
    clocks = Clocks(DAY_SECONDS, {0: Rest(BERLIN, NIGHTS), 2: Rest(BERLIN, holidays=away)})
    # It is 13:00 in Berlin, and that night has an hour less.
    assert clocks.over_at(0, NOON) == datetime(2026, 3, 29, 22, tzinfo=BERLIN)
    assert clocks.over_at(1, NOON) == NOON + 24 * HOUR
    assert clocks.over_at(2, NOON) == datetime(2026, 4, 1, 13, tzinfo=BERLIN)


def test_a_last_call_leaves_a_fifth_of_the_own_time_where_the_clock_stands_still() -> None:
    rest = Rest(BERLIN, NIGHTS)
    assert call(DAY_SECONDS, rest, counts=True) == datetime(2026, 3, 29, 17, 12, tzinfo=BERLIN)


def test_a_last_call_comes_before_the_quiet_hours_in_which_it_would_be_due() -> None:
    rest = Rest(BERLIN, NIGHTS)
    # Over at 5:00 in the morning, so the call would come at 1:48.
    assert call(16 * 3600, rest) == datetime(2026, 3, 28, 21, 30, tzinfo=BERLIN)
    # By day it comes when it is due.
    assert call(3600, rest) == NOON + 0.8 * HOUR


@given(st.dictionaries(st.integers(0, 4), st.timedeltas(timedelta(0), timedelta(days=20_000))))
def test_deadlines_are_read_as_they_were_written(times: dict[int, timedelta]) -> None:
    deadlines = {seat: NOON + time for seat, time in times.items()}
    text = deadlines_text(deadlines)
    assert parse_deadlines(text) == deadlines
    assert len(text) <= 200
