"""The Celery application."""

import os
from typing import Any

from celery import Celery
from celery.signals import worker_init, worker_process_init
from django_structlog.celery.steps import DjangoStructLogInitStep

from scoutsite.heartbeat import QueueBeat
from scoutsite.metrics import tasks as _counted  # noqa: F401 (it counts)
from scoutsite.whole_answers import ReadsAnswersWhole
from scoutsite.worker_end import EndsInTime

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scoutsite.settings")

QUEUE, EXPERTS, SENDERS, REVIEWS = "celery", "experts", "senders", "reviews"
"""For most tasks, for expert bots, for what waits for the servers of others, and for reviews."""

app = Celery("scoutsite")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
# A task's log lines carry its id and that of the request behind it.
app.steps["worker"].add(DjangoStructLogInitStep)
app.steps["worker"].add(EndsInTime)
app.steps["worker"].add(ReadsAnswersWhole)
app.steps["consumer"].add(QueueBeat)


@worker_init.connect
def load_bots(sender: Any, **signal: Any) -> None:
    """Load experts early, for forks to share."""
    if EXPERTS in sender.app.amqp.queues.consume_from:
        from games.play.thinking import get_ready

        get_ready()


@worker_process_init.connect
def end_if_hung(**signal: Any) -> None:
    """Let a forked process that runs only experts end if one hangs.

    Never use the *solo* pool for experts: it would end as a whole.
    """
    if set(app.amqp.queues.consume_from) == {EXPERTS}:
        from games.play.thinking import end_process_if_hung

        end_process_if_hung()
