"""Heartbeats of workers and scheduler in the cache, whose errors propagate."""

import logging
import time
from datetime import datetime, timedelta
from enum import Enum
from typing import Any

from celery.beat import Scheduler
from django.conf import settings
from django.core.cache import cache
from django.utils import timezone
from redis.exceptions import RedisError

from scoutsite.stand_in import StandIn

logger = logging.getLogger(__name__)

INTERVAL = timedelta(seconds=5)
LATE_AFTER = timedelta(seconds=60)
"""A part counts as dead after this."""


class Part(Enum):
    """A part that beats."""

    WORKER = "worker"
    SCHEDULER = "scheduler"


def beat(part: Part, *, now: datetime | None = None) -> None:
    """Record a heartbeat."""
    cache.set(_key(part), (now or timezone.now()).timestamp(), timeout=None)


def is_late(part: Part, *, now: datetime | None = None) -> bool:
    """Return whether a heartbeat is overdue."""
    seconds = age(part, now=now)
    return seconds is None or seconds > LATE_AFTER.total_seconds()


def age(part: Part, *, now: datetime | None = None) -> float | None:
    """Return the seconds since the last heartbeat."""
    last = cache.get(_key(part))
    return None if last is None else max(0.0, (now or timezone.now()).timestamp() - last)


def _key(part: Part) -> str:
    return f"heartbeat:{part.value}"


class BeatingScheduler(Scheduler):
    """The scheduler with a heartbeat, which stands in for the queue."""

    _next_beat = 0.0

    def setup_schedule(self) -> None:
        super().setup_schedule()
        if settings.REDIS_URL:
            for tasks in settings.STAND_INS:
                StandIn(self.app, tasks).start()

    def tick(self, *args: Any, **options: Any) -> float:
        wait: float = super().tick(*args, **options)
        if time.monotonic() >= self._next_beat:
            self._next_beat = time.monotonic() + INTERVAL.total_seconds()
            try:
                beat(Part.SCHEDULER)
            except RedisError as error:
                logger.warning("The scheduler could not record its heartbeat: %s", error)
        return min(wait, INTERVAL.total_seconds())
