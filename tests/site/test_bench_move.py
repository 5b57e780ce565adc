"""The cost of a press: `bench move` measures it, and its queries have a bound."""

from statistics import median_low

import pytest
from django.conf import LazySettings
from django.db import connection

from games.models import Seat
from scoutsite.benchmarks import move
from scoutsite.benchmarks.move import GOALS, measured_moves
from scoutsite.benchmarks.server_time import ServerTime, server_time


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


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_postgresql_plans_a_statement_once_and_runs_it_often() -> None:
    def asked(times: int) -> ServerTime:
        with server_time() as spent:
            for number in range(times):
                assert not Seat.objects.filter(pk=number, game__summary__seq=number).exists()
        return spent

    asked(20)
    assert connection.connection is not None
    prepared = (
        "SELECT generic_plans + custom_plans FROM pg_prepared_statements WHERE statement LIKE %s"
    )
    with connection.cursor() as cursor:
        cursor.execute(prepared, ['%"games_seat"%"seq"%'])
        assert [row[0] >= 10 for row in cursor.fetchall()] == [True]
    spent = asked(20)
    assert spent.planning > 0
    assert spent.running > 0
