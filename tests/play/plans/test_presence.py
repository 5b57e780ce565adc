"""Friends see who is here as if every move were made by hand."""

from datetime import datetime, timedelta

import pytest
import time_machine
from django.utils import timezone

from games.models import Plan
from games.order import games as acts
from games.people.presence import present
from games.play.plans.playing import look_at_plans, play_plan
from tests.order.people import moderator
from tests.play.plans.planned import Planned, planned

pytestmark = pytest.mark.django_db

SECOND = timedelta(seconds=1)


@pytest.fixture
def table() -> Planned:
    table = planned()
    table.put()
    table.go_on()
    look_at_plans(now=timezone.now())
    # Its player has moved a moment ago, too.
    Plan.objects.update(due_at=timezone.now() + timedelta(minutes=10))
    return table


def due() -> datetime:
    at = Plan.objects.get().due_at
    assert at is not None
    return at


def is_here(table: Planned, at: datetime) -> bool:
    return table.user.pk in present([table.user.pk], at)


def test_somebody_comes_before_the_planned_move_and_goes_after_it(table: Planned) -> None:
    at = due()
    assert not is_here(table, at - 21 * SECOND)
    assert is_here(table, at - 19 * SECOND)
    with time_machine.travel(at, tick=False):
        assert play_plan(seat_id=table.seat.pk)
    assert is_here(table, at + 119 * SECOND)
    assert not is_here(table, at + 121 * SECOND)


def test_nobody_is_here_for_a_plan_that_is_held_up(table: Planned) -> None:
    at = due()
    acts.pause(game_id=table.game.pk, by=moderator(), reason="A look")
    for later in (-SECOND, SECOND, timedelta(days=2)):
        assert not is_here(table, at + later)


def test_nobody_is_here_for_days_while_no_worker_plays(table: Planned) -> None:
    assert not is_here(table, due() + timedelta(minutes=5))
