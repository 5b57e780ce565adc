"""When a turn runs out, when its last call goes out, when others may nudge."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.log.deadlines import last_call_at, nudge_from, turn_over_at

NOON = datetime(2026, 3, 28, 12, tzinfo=UTC)


@pytest.mark.parametrize("seconds", [3600, 43_200, 86_400, 259_200, 604_800])
def test_a_turn_lasts_as_long_as_the_game_says(seconds: int) -> None:
    over = turn_over_at(began_at=NOON, turn_seconds=seconds)
    assert over is not None
    assert (over - NOON).total_seconds() == seconds
    call = last_call_at(began_at=NOON, turn_seconds=seconds)
    assert call is not None
    assert (over - call).total_seconds() == seconds / 5
    assert (nudge_from(began_at=NOON, turn_seconds=seconds) - NOON).total_seconds() == seconds / 2


def test_a_game_without_a_clock_has_neither_an_end_nor_a_last_call() -> None:
    assert turn_over_at(began_at=NOON, turn_seconds=None) is None
    assert last_call_at(began_at=NOON, turn_seconds=None) is None
    assert nudge_from(began_at=NOON, turn_seconds=None) == NOON + timedelta(hours=12)


def test_a_day_is_24_hours_also_when_the_clocks_are_put_forward() -> None:
    evening = datetime(2026, 3, 28, 20, tzinfo=ZoneInfo("Europe/Berlin")).astimezone(UTC)
    over = turn_over_at(began_at=evening, turn_seconds=86_400)
    assert over is not None
    assert over.astimezone(ZoneInfo("Europe/Berlin")).hour == 21


@given(st.integers(min_value=1, max_value=10**7))
def test_nudge_last_call_and_end_follow_each_other(seconds: int) -> None:
    call = last_call_at(began_at=NOON, turn_seconds=seconds)
    over = turn_over_at(began_at=NOON, turn_seconds=seconds)
    assert call is not None
    assert over is not None
    assert NOON < nudge_from(began_at=NOON, turn_seconds=seconds) < call < over
