"""Games watched now; bots pause only there.

Visible pages hold a stream or poll; in Redis each has an expiring entry.
"""

import asyncio
import logging
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from uuid import uuid4

import redis
from django.conf import settings

from games.live.channel import redis_client

logger = logging.getLogger(__name__)

ENTRY_SECONDS = 60.0
RENEWED_AFTER = 20.0
ASKED_SECONDS = 20.0
"""How long a poll counts; pages poll every 15 to 20 seconds."""

_lock = threading.Lock()
_pages: Counter[str] = Counter()
_asked: dict[str, float] = {}

StillOpen = Callable[[], None]


@contextmanager
def page_open(public_id: str) -> Iterator[StillOpen]:
    """Count a page as showing the game, within an event loop.

    Now and then call what it yields, to keep the entry alive.
    """
    if not public_id:
        yield lambda: None
        return
    page = _Page(public_id)
    if settings.REDIS_URL:
        _in_background(page.enter)
    with _counted(public_id):
        try:
            yield page.still_open
        finally:
            page.left = True
            if settings.REDIS_URL:
                _in_background(page.leave)


def asked_for_news(public_id: str) -> None:
    """Record a visible page's poll."""
    if settings.REDIS_URL:
        with _logged(public_id):
            _put(public_id, "asked", ASKED_SECONDS)
        return
    now = time.monotonic()
    with _lock:
        for game in [game for game, until in _asked.items() if until <= now]:
            del _asked[game]
        _asked[public_id] = now + ASKED_SECONDS


def is_watched(public_id: str) -> bool:
    """Return whether anyone watches; False if Redis fails."""
    if not settings.REDIS_URL:
        with _lock:
            return bool(_pages[public_id]) or _asked.get(public_id, 0.0) > time.monotonic()
    try:
        return bool(redis_client().zcount(_key(public_id), time.time(), "+inf"))
    except redis.RedisError as error:
        logger.warning("Could not read who is watching game %s: %s", public_id, error)
        return False


@contextmanager
def _counted(public_id: str) -> Iterator[None]:
    with _lock:
        _pages[public_id] += 1
    try:
        yield
    finally:
        with _lock:
            _pages[public_id] -= 1
            if not _pages[public_id]:
                del _pages[public_id]


def _key(public_id: str) -> str:
    return f"watching:{public_id}"


def _in_background(function: Callable[[], None]) -> None:
    # A stopping server takes no further work; the entry will expire.
    with suppress(RuntimeError):
        asyncio.get_running_loop().run_in_executor(None, function)


class _Page:
    """A page's entry in Redis."""

    def __init__(self, public_id: str) -> None:
        self.left = False
        self._public_id = public_id
        self._id = uuid4().hex
        self._renewed = time.monotonic()

    def still_open(self) -> None:
        if settings.REDIS_URL and time.monotonic() - self._renewed > RENEWED_AFTER:
            self._renewed = time.monotonic()
            _in_background(self.enter)

    def enter(self) -> None:
        with _logged(self._public_id):
            _put(self._public_id, self._id, ENTRY_SECONDS)
        # Threads overtake each other: the page may have closed, and its entry removed, before
        # this entry was made.
        if self.left:
            self.leave()

    def leave(self) -> None:
        with _logged(self._public_id):
            redis_client().zrem(_key(self._public_id), self._id)


def _put(public_id: str, entry: str, seconds: float) -> None:
    with redis_client().pipeline(transaction=False) as pipeline:
        pipeline.zadd(_key(public_id), {entry: time.time() + seconds})
        pipeline.expire(_key(public_id), int(ENTRY_SECONDS))
        pipeline.execute()


@contextmanager
def _logged(public_id: str) -> Iterator[None]:
    try:
        yield
    except redis.RedisError as error:
        logger.warning("Could not record who is watching game %s: %s", public_id, error)
