"""Heartbeats of the parts of the site in the cache, whose errors propagate.

A part may run on several machines. Each has heartbeats of its own, so that none hides another's
silence.
"""

import logging
import platform
import time
from datetime import datetime, timedelta
from enum import Enum
from typing import Any

from celery import bootsteps
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

FORGOTTEN_AFTER = timedelta(days=1)
"""A machine that has been silent for longer has been given up."""
SET_BACK = timedelta(seconds=1)
"""A clock that goes back by less is only being corrected."""
_DAY = FORGOTTEN_AFTER.total_seconds()


class Part(Enum):
    """A part that beats."""

    PAGES = "pages"
    STREAMS = "streams"
    WORKER = "worker"
    EXPERTS = "experts"
    SENDERS = "senders"
    REVIEWS = "reviews"
    SCHEDULER = "scheduler"


def beat(part: Part, *, now: datetime | None = None, machine: str = "") -> None:
    """Record a heartbeat, of this machine unless another one is named."""
    at = (now or timezone.now()).timestamp()
    # Of two machines that write at once, one is heard the next time.
    last = {name: then for name, then in _last(part).items() if then > at - _DAY}
    cache.set(_key(part), last | {machine or platform.node(): at}, timeout=None)


def try_to_beat(*parts: Part) -> None:
    """Record heartbeats; only log it if the cache is away."""
    try:
        for part in parts:
            beat(part)
    except RedisError as error:
        # With the error, so that there is a line a minute and not one for each.
        logger.warning("No heartbeat of %s can be recorded", parts[0].value, exc_info=error)


def is_late(part: Part, *, now: datetime | None = None) -> bool:
    """Return whether a heartbeat is overdue."""
    seconds = age(part, now=now)
    return seconds is None or seconds > LATE_AFTER.total_seconds()


def age(part: Part, *, now: datetime | None = None) -> float | None:
    """Return the seconds since the last heartbeat of the machine that has been silent longest."""
    return max(ages(part, now=now).values(), default=None)


def ages(part: Part, *, now: datetime | None = None) -> dict[str, float]:
    """Return the seconds since the last heartbeat, by machine.

    Or the seconds to it, by a clock that is behind.
    """
    at = (now or timezone.now()).timestamp()
    # By a clock that was ahead, a part that ended since would seem alive until that hour.
    return {name: abs(at - then) for name, then in _last(part).items() if then > at - _DAY}


def _last(part: Part) -> dict[str, float]:
    found: dict[str, float] = cache.get(_key(part), {})
    return found


def _key(part: Part) -> str:
    return f"heartbeats:{part.value}"


class BeatingScheduler(Scheduler):
    """The scheduler with a heartbeat, which stands in for the queue."""

    _next_beat = 0.0
    _looked_at: datetime | None = None

    def setup_schedule(self) -> None:
        super().setup_schedule()
        if settings.REDIS_URL:
            for tasks in settings.STAND_INS:
                StandIn(self.app, tasks).start()

    def tick(self, *args: Any, **options: Any) -> float:
        self._follow_clock()
        wait: float = super().tick(*args, **options)
        if time.monotonic() >= self._next_beat:
            self._next_beat = time.monotonic() + INTERVAL.total_seconds()
            try_to_beat(Part.SCHEDULER)
        return min(wait, INTERVAL.total_seconds())

    def _follow_clock(self) -> None:
        """Begin anew if the clock was set back: nothing would be due until the wrong time came."""
        now = timezone.now()
        if self._looked_at and now < self._looked_at - SET_BACK:
            logger.error("The clock was set back by %s", self._looked_at - now)
            for entry in self.schedule.values():
                if entry.last_run_at and entry.last_run_at > entry.default_now():
                    entry.last_run_at = entry.default_now()
            self._heap = None
        self._looked_at = now


class QueueBeat(bootsteps.StartStopStep):
    """A step of workers: a heartbeat for each of their queues, from the loop that takes the tasks.

    The worker of most tasks beats by a task instead (``scoutsite.tasks``): its tasks are short.
    """

    requires = ("celery.worker.consumer.tasks:Tasks",)
    # A worker that can't begin stops steps that never did.
    _timer: Any = None

    def start(self, consumer: Any) -> None:
        """Begin, and begin anew after a lost connection."""
        queues = set(consumer.app.amqp.queues.consume_from)
        parts = [part for part in _BY_QUEUE if part.value in queues]
        if parts:
            try_to_beat(*parts)
            self._timer = consumer.timer.call_repeatedly(
                INTERVAL.total_seconds(), try_to_beat, tuple(parts)
            )

    def stop(self, consumer: Any) -> None:
        """End, with the connection."""
        if self._timer:
            self._timer.cancel()
            self._timer = None

    shutdown = stop


_BY_QUEUE = (Part.EXPERTS, Part.SENDERS, Part.REVIEWS)
"""Parts with the name of their queue."""
