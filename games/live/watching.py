"""Which games somebody looks at right now: there bots take their time, elsewhere they do not.

A page holds its stream only while its tab is looked at, so open streams of a game are people who
watch it. Where a page has no stream it asks for news now and then, and says whether it is looked
at: that counts for a while. A site in one process keeps count by itself; with Redis each page has
an entry there, which runs out by itself if its process dies.
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
"""So long an entry stands for a page of which nothing more was heard."""
RENEWED_AFTER = 20.0
ASKED_SECONDS = 20.0
"""So long a game counts as watched after a page has asked for news: the longest pause is 15."""

_lock = threading.Lock()
_pages: Counter[str] = Counter()
"""How many pages of this process have each game open."""
_asked: dict[str, float] = {}
"""Until when each game counts as watched because a page asked this process for news of it."""

StillOpen = Callable[[], None]


@contextmanager
def page_open(public_id: str) -> Iterator[StillOpen]:
    """A page has the game open while this block runs, in an event loop; empty: none has.

    What it gives is to be called now and then to say that the page is still there. Nothing here
    waits for Redis.
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
    """A page that somebody looks at has asked for news of the game: it may hold no stream."""
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
    """Whether somebody has the game open in any process; no when Redis can't be asked."""
    if not settings.REDIS_URL:
        with _lock:
            return bool(_pages[public_id]) or _asked.get(public_id, 0.0) > time.monotonic()
    try:
        return bool(redis_client().zcount(_key(public_id), time.time(), "+inf"))
    except redis.RedisError as error:
        logger.warning("Nobody could say who watches game %s: %s", public_id, error)
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
    # A server that stops takes no more work; the entry then runs out.
    with suppress(RuntimeError):
        asyncio.get_running_loop().run_in_executor(None, function)


class _Page:
    """An open page and its entry in Redis."""

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
        # Threads overtake each other: the page may be gone, and its entry taken away, before it
        # was made.
        if self.left:
            self.leave()

    def leave(self) -> None:
        with _logged(self._public_id):
            redis_client().zrem(_key(self._public_id), self._id)


def _put(public_id: str, entry: str, seconds: float) -> None:
    """Let ``entry`` stand among those who watch for so long."""
    with redis_client().pipeline(transaction=False) as pipeline:
        pipeline.zadd(_key(public_id), {entry: time.time() + seconds})
        pipeline.expire(_key(public_id), int(ENTRY_SECONDS))
        pipeline.execute()


@contextmanager
def _logged(public_id: str) -> Iterator[None]:
    try:
        yield
    except redis.RedisError as error:
        logger.warning("Nobody could be told who watches game %s: %s", public_id, error)
