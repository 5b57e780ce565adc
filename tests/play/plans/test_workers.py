"""The embedded worker plays plans: asked by the sweep, just when they are due."""

from datetime import timedelta

import pytest
from celery import current_app
from django.utils import timezone

from games.models import Plan
from tests.play.plans.planned import last_row, planned, plans
from tests.workers import wait_until

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.slow
@pytest.mark.usefixtures("worker")
def test_a_sweep_has_a_plan_played_when_it_is_due() -> None:
    table = planned()
    table.put()
    table.go_on()
    version = last_row(table.game).version
    due = timezone.now() + timedelta(seconds=1.5)
    Plan.objects.update(due_at=due)
    for _ in range(2):
        current_app.send_task("games.play_plans")
    wait_until(lambda: not plans(table.game))
    row = last_row(table.game)
    assert row.version == version + 1
    assert due <= row.created_at
