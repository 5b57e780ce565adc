"""Games watched now, and people here now: bots pause, and notices wait, only for them.

Visible pages hold a stream or poll; in Redis each has an expiring entry.
"""

import asyncio
import logging
import threading
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import ExitStack, contextmanager, suppress
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
def page_open(*spots: str) -> Iterator[StillOpen]:
    """Count a page as being at ``spots`` (a game's address, ``person``, ``person_at``), in a loop.

    Now and then call what it yields, to keep the entries alive. Empty spots don't count.
    """
    pages = [_Page(spot) for spot in spots if spot]

    def still_open() -> None:
        for page in pages:
            page.still_open()

    with ExitStack() as stack:
        for page in pages:
            stack.enter_context(page.there())
        yield still_open


def person(user_id: int | None) -> str:
    """Return the spot of a user's pages, empty for strangers."""
    return "" if user_id is None else f"user:{user_id}"


def person_at(user_id: int | None, public_id: str) -> str:
    """Return the spot of a user's pages of one game; empty for strangers, and without a game."""
    return f"{person(user_id)}@{public_id}" if user_id is not None and public_id else ""


def asked_for_news(spot: str) -> None:
    """Record a visible page's poll."""
    if not spot:
        return
    if settings.REDIS_URL:
        with _logged(spot):
            _put(spot, "asked", ASKED_SECONDS)
        return
    now = time.monotonic()
    with _lock:
        for gone in [spot for spot, until in _asked.items() if until <= now]:
            del _asked[gone]
        _asked[spot] = now + ASKED_SECONDS


def is_watched(spot: str) -> bool:
    """Return whether any page is there; False if Redis fails."""
    return spot in watched_of([spot])


def watched_of(spots: Collection[str]) -> set[str]:
    """Return the spots where a page is; none if Redis fails."""
    if not spots:
        return set()
    if not settings.REDIS_URL:
        now = time.monotonic()
        with _lock:
            return {spot for spot in spots if _pages[spot] or _asked.get(spot, 0.0) > now}
    try:
        with redis_client().pipeline(transaction=False) as pipeline:
            for spot in spots:
                pipeline.zcount(_key(spot), time.time(), "+inf")
            return {spot for spot, count in zip(spots, pipeline.execute(), strict=True) if count}
    except redis.RedisError as error:
        logger.warning("Could not read who is watching", exc_info=error)
        return set()


@contextmanager
def _counted(spot: str) -> Iterator[None]:
    with _lock:
        _pages[spot] += 1
    try:
        yield
    finally:
        with _lock:
            _pages[spot] -= 1
            if not _pages[spot]:
                del _pages[spot]


def _key(spot: str) -> str:
    return f"watching:{spot}"


def _in_background(function: Callable[[], None]) -> None:
    # A stopping server takes no further work; the entry will expire.
    with suppress(RuntimeError):
        asyncio.get_running_loop().run_in_executor(None, function)


class _Page:
    """A page at a spot, with its entry in Redis."""

    def __init__(self, spot: str) -> None:
        self.left = False
        self._spot = spot
        self._id = uuid4().hex
        self._renewed = time.monotonic()

    @contextmanager
    def there(self) -> Iterator[None]:
        """Count it."""
        if settings.REDIS_URL:
            _in_background(self.enter)
        with _counted(self._spot):
            try:
                yield
            finally:
                self.left = True
                if settings.REDIS_URL:
                    _in_background(self.leave)

    def still_open(self) -> None:
        if settings.REDIS_URL and time.monotonic() - self._renewed > RENEWED_AFTER:
            self._renewed = time.monotonic()
            _in_background(self.enter)

    def enter(self) -> None:
        with _logged(self._spot):
            _put(self._spot, self._id, ENTRY_SECONDS)
        # Threads overtake each other: the page may have closed, and its entry removed, before
        # this entry was made.
        if self.left:
            self.leave()

    def leave(self) -> None:
        with _logged(self._spot):
            redis_client().zrem(_key(self._spot), self._id)


def _put(spot: str, entry: str, seconds: float) -> None:
    with redis_client().pipeline(transaction=False) as pipeline:
        pipeline.zadd(_key(spot), {entry: time.time() + seconds})
        pipeline.expire(_key(spot), int(ENTRY_SECONDS))
        pipeline.execute()


@contextmanager
def _logged(spot: str) -> Iterator[None]:
    try:
        yield
    except redis.RedisError as error:
        logger.warning("Could not record who is watching %s", spot, exc_info=error)
