"""Signs of life of the processes that nobody sees: the workers and the scheduler.

They are kept in the cache: in Redis, or in the memory of a site that is one process.
"""

import logging
import time
from datetime import datetime, timedelta
from enum import Enum
from typing import Any

from celery.beat import Scheduler
from django.core.cache import cache
from django.utils import timezone
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

INTERVAL = timedelta(seconds=5)
"""So often each part gives a sign of life."""
LATE_AFTER = timedelta(seconds=60)
"""A part that gave none for so long is taken for dead."""


class Part(Enum):
    """What gives signs of life."""

    WORKER = "worker"
    SCHEDULER = "scheduler"


def beat(part: Part, *, now: datetime | None = None) -> None:
    """Note that `part` lives; raises what the cache raises where it is away."""
    cache.set(_key(part), (now or timezone.now()).timestamp(), timeout=None)


def is_late(part: Part, *, now: datetime | None = None) -> bool:
    """Whether `part` gave no sign of life for too long, or never; raises what the cache raises."""
    seconds = age(part, now=now)
    return seconds is None or seconds > LATE_AFTER.total_seconds()


def age(part: Part, *, now: datetime | None = None) -> float | None:
    """How many seconds ago `part` gave a sign of life, None if never; raises as the cache does."""
    last = cache.get(_key(part))
    return None if last is None else max(0.0, (now or timezone.now()).timestamp() - last)


def _key(part: Part) -> str:
    return f"heartbeat:{part.value}"


class BeatingScheduler(Scheduler):
    """Celery's scheduler, which gives a sign of life every few seconds as it works."""

    _next_beat = 0.0

    def tick(self, *args: Any, **options: Any) -> float:
        """Send what is due, and return in how many seconds to look again."""
        wait: float = super().tick(*args, **options)
        if time.monotonic() >= self._next_beat:
            self._next_beat = time.monotonic() + INTERVAL.total_seconds()
            try:
                beat(Part.SCHEDULER)
            except RedisError as error:
                logger.warning("The scheduler could give no sign of life: %s", error)
        return min(wait, INTERVAL.total_seconds())
