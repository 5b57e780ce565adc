"""While the queue can't be reached the scheduler does what can't wait, itself.

Workers get their tasks through Redis. Without it they hear of nothing, though all that is due
stands in the database.
"""

import logging
import threading
from collections.abc import Sequence

import redis
from celery import Celery
from django.conf import settings
from django.db import connections

logger = logging.getLogger(__name__)

EVERY = 5.0
"""Seconds from one look to the next."""
_PATIENCE = 2.0


class StandIn(threading.Thread):
    """A thread that runs some tasks, by name and in turn, as long as the queue is away."""

    def __init__(self, app: Celery, tasks: Sequence[str]) -> None:
        super().__init__(name=f"stand-in for {tasks[0]}", daemon=True)
        self._app = app
        self._tasks = tasks
        self._over = threading.Event()

    def run(self) -> None:
        """Look every few seconds, until the process ends."""
        standing_in = False
        while not self._over.wait(EVERY):
            if queue_answers():
                standing_in = False
                continue
            if not standing_in:
                logger.warning("The queue is away: the scheduler runs %s itself", self._tasks)
                standing_in = True
            self.do_all()

    def stop(self) -> None:
        """End after the task that is running."""
        self._over.set()

    def do_all(self) -> None:
        """Run each task once, here."""
        for name in self._tasks:
            try:
                self._app.tasks[name]()
            # The others are due all the same.
            except Exception:
                logger.exception("The scheduler could not run %s", name)
            finally:
                connections.close_all()


def queue_answers() -> bool:
    """Return whether Redis can be reached."""
    try:
        with redis.Redis.from_url(
            settings.REDIS_URL, socket_connect_timeout=_PATIENCE, socket_timeout=_PATIENCE
        ) as server:
            server.ping()
    except redis.RedisError:
        return False
    return True
