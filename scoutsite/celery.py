"""The Celery application: what happens outside of requests (bots, sweeps, cleaning)."""

import os
from typing import Any

from celery import Celery
from celery.signals import worker_init, worker_process_init
from django_structlog.celery.steps import DjangoStructLogInitStep

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scoutsite.settings")

QUEUE, EXPERTS = "celery", "experts"
"""The queue of all tasks but those of the bots called expert, and theirs."""

app = Celery("scoutsite")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
# Lines of a task carry its id, and the id of the request that asked for it.
app.steps["worker"].add(DjangoStructLogInitStep)


@worker_init.connect
def load_bots(sender: Any, **signal: Any) -> None:
    """Load what experts play by before the first of them is asked.

    Processes that a worker forks have it from the start.
    """
    if EXPERTS in sender.app.amqp.queues.consume_from:
        from games.play.thinking import get_ready

        get_ready()


@worker_process_init.connect
def end_if_hung(**signal: Any) -> None:
    """Let a process that a worker has forked for experts alone end when one hangs in it.

    A process that also sends mails, or serves pages, must not end while it does. The pool *solo*
    forks none and is not for experts: it would end as a whole.
    """
    if set(app.amqp.queues.consume_from) == {EXPERTS}:
        from games.play.thinking import end_process_if_hung

        end_process_if_hung()
