"""While a server is away, one log line a minute says so instead of a traceback at each try."""

import logging
import sys
import time
from typing import Any

import redis
from celery.exceptions import OperationalError as BrokerError
from django.db import InterfaceError, OperationalError
from kombu.exceptions import OperationalError as QueueError
from psycopg_pool import PoolTimeout

EVERY = 60
"""Seconds."""

_AWAY = (
    *(OperationalError, InterfaceError, PoolTimeout),
    *(redis.ConnectionError, redis.TimeoutError, BrokerError, QueueError),
)
_WAITING = ("psycopg.pool", "celery.worker.consumer", "celery.beat", "opentelemetry")
"""Loggers of those who try again and again; their warnings are of nothing else."""


class OnceAMinute(logging.Filter):
    """Filter: lets one line through for each logger and kind of error, without its traceback."""

    def __init__(self) -> None:
        super().__init__()
        self._said: dict[tuple[str, str], float] = {}
        self._left_out: dict[tuple[str, str], int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether the line is to be written; shorten it if so."""
        error = _error_of(record)
        waits = record.name.startswith(_WAITING) and record.levelno >= logging.WARNING
        if not isinstance(error, _AWAY) and not waits:
            return True
        key = (record.name, type(error).__name__)
        now = time.monotonic()
        if now - self._said.get(key, -EVERY) < EVERY:
            self._left_out[key] = self._left_out.get(key, 0) + 1
            return False
        self._said[key] = now
        _shorten(record, error, self._left_out.pop(key, 0))
        return True


def _error_of(record: logging.LogRecord) -> BaseException | None:
    given: Any = record.exc_info
    if isinstance(record.msg, dict):
        # Structlog keeps what it was given in the message.
        given = record.msg.get("exc_info")
    if given is True:
        given = sys.exc_info()
    if isinstance(given, BaseException):
        return given
    return given[1] if isinstance(given, tuple) else None


def _shorten(record: logging.LogRecord, error: BaseException | None, left_out: int) -> None:
    more = {"left_out": left_out} if left_out else {}
    if isinstance(record.msg, dict):
        record.msg = {**record.msg, **more, "error": str(error)}
        record.msg.pop("exc_info", None)
        return
    said = [record.getMessage().partition("\nTraceback")[0]]
    said += [str(error)] if error is not None and str(error) not in said[0] else []
    said += [f"({left_out} such lines left out)"] if left_out else []
    record.msg, record.args = " ".join(said).strip(), ()
    record.exc_info = record.exc_text = None
