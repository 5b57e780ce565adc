"""A worker that hangs while it ends is ended: systemd starts no process again that lives on."""

import logging
import os
import threading
from typing import Any

from celery import bootsteps

logger = logging.getLogger(__name__)

LIMIT = 30.0
"""Seconds for a worker that ends of an error."""


class EndsInTime(bootsteps.StartStopStep):
    """A step of workers.

    Whoever asks a worker to end also kills it in time, as systemd does.
    """

    def close(self, worker: Any) -> None:
        """Begin to wait if it ends by itself, as a process of its own."""
        if worker.exitcode and threading.current_thread() is threading.main_thread():
            waiting = threading.Timer(LIMIT, _end)
            waiting.daemon = True
            waiting.start()


def _end() -> None:
    logger.critical("This worker could not end by itself")
    os._exit(1)
