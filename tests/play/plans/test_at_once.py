"""A plan, its withdrawal, its player and the clock may all meet: one wins."""

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta

import pytest
import time_machine
from django.utils import timezone

from games.models import GameSummary, Move, Plan
from games.play.chairs import leave
from games.play.clock import expire
from games.play.plans.keeping import drop_plan, plan_of, put_plan
from games.play.plans.playing import look_at_plans, play_plan
from games.rules.errors import RuleError
from games.upkeep.verify import first_fault
from tests.play.plans.planned import Planned, outcomes, planned, plans
from tests.play.test_simultaneous import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def about_to_be_played() -> Planned:
    table = planned()
    table.put()
    table.go_on()
    look_at_plans(now=timezone.now())
    due(timezone.now() - timedelta(seconds=1))
    return table


def due(at: datetime) -> None:
    Plan.objects.update(due_at=at)


def made(table: Planned) -> int:
    """How often the planner has decided since."""
    rows = Move.objects.filter(game=table.game, seat=table.planner, seq__gt=table.seq)
    return rows.exclude(type="leave").count()


def test_workers_asked_many_times_play_a_plan_once() -> None:
    table = about_to_be_played()
    seat = table.seat.pk
    played = at_once(10, lambda _: play_plan(seat_id=seat))
    assert sorted(played) == [False] * 9 + [True]
    assert made(table) == 1
    assert len(outcomes(table.game)) == 1
    assert first_fault(table.game) is None


def withdraw(table: Planned) -> None:
    drop_plan(game_id=table.game.pk, seat=table.planner)


def go_away(table: Planned) -> None:
    leave(game_id=table.game.pk, seat=table.planner)


def play(table: Planned) -> None:
    table.by_hand()


@pytest.mark.parametrize("other", [withdraw, go_away, play])
def test_what_meets_the_plan_comes_before_it_or_after_it(
    other: Callable[[Planned], None],
) -> None:
    for _ in range(4):
        table = about_to_be_played()
        seat = table.seat.pk

        def act(number: int, table: Planned = table, seat: int = seat) -> bool:
            if number % 2:
                return play_plan(seat_id=seat)
            # The player comes too late.
            with suppress(RuleError):
                other(table)
            return False

        played = at_once(4, act)
        assert played.count(True) <= 1
        assert plans(table.game) == []
        if other is play:
            assert made(table) == 1
        else:
            assert made(table) == played.count(True)
        if other is not go_away:
            assert len(outcomes(table.game)) == played.count(True)
        else:
            assert outcomes(table.game) == [], "whoever leaves leaves nothing of it"
        assert first_fault(table.game) is None


def test_a_plan_is_changed_or_played_and_never_both() -> None:
    for _ in range(4):
        table = about_to_be_played()
        seat = table.seat.pk

        def act(number: int, table: Planned = table, seat: int = seat) -> bool:
            if number % 2:
                return play_plan(seat_id=seat)
            with suppress(RuleError):
                put_plan(
                    game_id=table.game.pk,
                    seat=table.planner,
                    seq=table.seq + 1,
                    orders=table.orders[::-1],
                )
            return False

        played = at_once(4, act).count(True)
        assert made(table) == played
        plan = plan_of(game_id=table.game.pk, seat=table.planner)
        if played:
            assert plan is None
        else:
            assert plan is not None
            assert (plan.orders, plan.due_at) == (table.orders[::-1], None)
        assert first_fault(table.game) is None


def test_the_clock_and_a_plan_make_one_move_between_them() -> None:
    table = about_to_be_played()
    deadline = GameSummary.objects.get(pk=table.game.pk).deadline
    assert deadline is not None
    due(deadline - timedelta(seconds=1))
    seat = table.seat.pk

    def act(number: int) -> None:
        if number % 2:
            play_plan(seat_id=seat)
        else:
            expire(game_id=table.game.pk)

    with time_machine.travel(deadline, tick=False):
        at_once(4, act)
    assert made(table) == 1
    assert first_fault(table.game) is None
