"""A worker reads what its processes answer to the end, whatever becomes of the queue.

Celery (5.7) begins its loop anew when it loses the queue, and forgets an answer of which it has
read a part. Whatever that process says from then on is misread, so that it counts as busy until a
time limit ends it. The answer of a task that failed is more than a pipe holds: this is not rare.
"""

import time
from collections.abc import Callable, Iterator
from functools import partial
from inspect import isgenerator
from select import POLLIN, poll
from typing import Any

from celery import bootsteps

LIMIT = 5.0
"""Seconds to wait for all of them. A killed process says nothing more."""


class ReadsAnswersWhole(bootsteps.StartStopStep):
    """A step of workers."""

    requires = ("celery.worker.components:Hub",)

    def start(self, worker: Any) -> None:
        """Read answers to the end each time before the loop begins anew."""
        # A queue in memory has no such loop.
        if worker.hub:
            worker.hub.reset = partial(_reset, worker.hub, worker.hub.reset)


def _reset(hub: Any, reset: Callable[[], None]) -> None:
    end = time.monotonic() + LIMIT
    try:
        for fd, (callback, _arguments) in [*hub.readers.items()]:
            # An answer of which a part has been read; everything else is a function.
            if isgenerator(callback):
                _read_on(fd, callback, end)
    finally:
        reset()


def _read_on(fd: int, answer: Iterator[object], end: float) -> None:
    more = poll()
    more.register(fd, POLLIN)
    while (left := end - time.monotonic()) > 0:
        more.poll(1000 * left)
        try:
            next(answer)
        except (StopIteration, EOFError, OSError):
            return
