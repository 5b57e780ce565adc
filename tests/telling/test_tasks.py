"""The periodic tasks: they send what is due and delete what is old."""

import pytest
from celery import current_app
from django.conf import settings
from django.utils import timezone

from accounts.models import User
from games.models import GameSummary, Notice
from games.tasks import remove_old_notices
from tests.telling.people import HOUR, send_at, table_waiting_for
from tests.telling.server import Mailbox
from tests.workers import wait_until


@pytest.mark.usefixtures("worker")
def test_a_worker_sends_what_is_due(mailbox: Mailbox, maya: User, bruno: User) -> None:
    table_waiting_for(maya, bruno)
    hour_ago = timezone.now() - HOUR
    GameSummary.objects.update(began_at=hour_ago)
    Notice.objects.update(due_at=hour_ago)
    current_app.send_task("games.send_mails")
    wait_until(lambda: bool(mailbox.mails))
    assert len(mailbox.mails) == 1


@pytest.mark.parametrize("task", ["games.send_mails", "games.remove_old_notices"])
def test_the_scheduler_knows_it(task: str) -> None:
    assert task in [entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()]
    assert task in current_app.tasks


@pytest.mark.django_db
@pytest.mark.usefixtures("noon")
def test_the_daily_one_forgets_what_is_old(mailbox: Mailbox, maya: User, bruno: User) -> None:
    table_waiting_for(maya, bruno)
    send_at(timezone.now() + HOUR)
    closed = Notice.objects.exclude(state__in=("due", "unread"))
    closed.update(closed_at=timezone.now() - 24 * 31 * HOUR)
    remove_old_notices()
    assert not closed.exists()
