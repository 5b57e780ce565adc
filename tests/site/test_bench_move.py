"""The cost of a press: `bench move` measures it, and its queries have a bound."""

from statistics import median_low

import pytest
from django.conf import LazySettings
from django.db import connection

from scoutsite.benchmarks import move
from scoutsite.benchmarks.move import GOALS, measured_moves


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("players", [2, 4])
def test_presses_and_looks_stay_within_their_queries(
    players: int, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.RATELIMIT_ENABLE = False
    monkeypatch.setattr(move, "PRESSES", 6)
    monkeypatch.setattr(move, "LATE", dict.fromkeys(move.LATE, 12))
    costs = list(measured_moves(players, games=1))
    # SQLite is told of the transaction as well, and writes the projections in two statements.
    more = 0 if connection.vendor == "postgresql" else 2
    assert {cost.work for cost in costs} == set(GOALS)
    for work, (_milliseconds, most) in GOALS.items():
        queries = median_low(cost.queries for cost in costs if cost.work == work)
        assert most is None or queries <= most + more, work
        assert all(cost.milliseconds > 0 for cost in costs if cost.work == work)
