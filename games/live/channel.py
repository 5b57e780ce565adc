"""Wakes to open pages, in this process or through Redis."""

import asyncio
import json
import logging
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from weakref import WeakSet

import redis
from django.conf import settings
from django.db import Error as DatabaseError
from django.db import connection
from django.utils import timezone

from games.live.second_way import changes_since

logger = logging.getLogger(__name__)

REDIS_CHANNEL = "wakes"
SECONDS_BEFORE_LISTENING_AGAIN = 1.0
BEFORE = timedelta(seconds=10)
"""By this much a look goes back: a move may be committed some time after it was made."""


class Wake(NamedTuple):
    """Where a game is, as far as everybody may know; None, but the game, if all that is known is
    that something beside its log has changed."""

    game: str
    version: int | None = None
    seq: int | None = None
    state: str | None = None
    to_act: Sequence[int] | None = None
    """The seats that may act. None with a version: look yourself."""


class Subscription:
    """The newest wake of each game an open page waits for."""

    def __init__(self, topics: Collection[str]) -> None:
        self.topics = topics
        self.closed = False
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._early: list[Wake] = []
        """Those that came before anybody waited for them in a loop."""
        self._arrived = asyncio.Event()
        self._waiting: dict[str, Wake] = {}
        self._reached: dict[str, int] = {}

    def put(self, wake: Wake) -> None:
        """From any thread."""
        with self._lock:
            if self._loop is None:
                self._early.append(wake)
                return
        self._call(self._take_in, wake)

    def close(self) -> None:
        """From any thread."""
        self.closed = True
        self._call(self._arrived.set)

    def _call(self, function: Callable[..., None], *args: Any) -> None:
        try:
            if self._loop is not None:
                self._loop.call_soon_threadsafe(function, *args)
        except RuntimeError:
            self.closed = True  # the page's loop has ended, and the page with it

    def reached(self, wakes: Iterable[Wake]) -> None:
        """Say what the page knows already."""
        for wake in wakes:
            if wake.version is not None:
                self._reached[wake.game] = max(wake.version, self._reached.get(wake.game, 0))

    def _take_in(self, wake: Wake) -> None:
        # Two processes may announce what they did the other way round: who was to act before must
        # not be told last.
        if wake.version is not None and wake.version < self._reached.get(wake.game, 0):
            return
        self.reached([wake])
        # A subscriber that must refetch everything needs no version.
        waiting = self._waiting.get(wake.game)
        if waiting is None or waiting.version is not None:
            self._waiting[wake.game] = wake
        self._arrived.set()

    async def next(self, timeout: float) -> list[Wake]:
        """Return wakes within ``timeout`` seconds, in the loop where it was first asked for."""
        if self._loop is None:
            self._bind()
        try:
            await asyncio.wait_for(self._arrived.wait(), timeout)
        except TimeoutError:
            return []
        self._arrived.clear()
        wakes = [*self._waiting.values()]
        self._waiting.clear()
        return wakes

    def _bind(self) -> None:
        with self._lock:
            self._loop = asyncio.get_running_loop()
            early, self._early = self._early, []
        for wake in early:
            self._take_in(wake)
        if self.closed:
            self._arrived.set()


_lock = threading.Lock()
_subscriptions: dict[str, WeakSet[Subscription]] = defaultdict(WeakSet)
"""By topic; weak, for an answer that was never sent."""
_listener: threading.Thread | None = None


def game_topic(public_id: str) -> str:
    """Return the topic of a game's pages."""
    return f"game:{public_id}"


def user_topic(user_id: int) -> str:
    """Return the topic of a user's games and invitations."""
    return f"user:{user_id}"


def subscribe(topics: Collection[str]) -> Subscription:
    """Return a subscription to ``topics``, from any thread; ``unsubscribe`` ends it."""
    subscription = Subscription(topics)
    with _lock:
        for topic in topics:
            _subscriptions[topic].add(subscription)
    if settings.REDIS_URL:
        _listen()
    return subscription


def unsubscribe(subscription: Subscription) -> None:
    """Stop what ``subscribe`` began."""
    with _lock:
        for topic in subscription.topics:
            _subscriptions[topic].discard(subscription)
            if not _subscriptions[topic]:
                del _subscriptions[topic]


def publish(wake: Wake, user_ids: Collection[int]) -> None:
    """Wake a game's pages, and its users' other pages.

    A broker failure is only logged: pages also poll.
    """
    _send(wake, [game_topic(wake.game), *map(user_topic, user_ids)])


def publish_to_users(wake: Wake, user_ids: Collection[int]) -> None:
    """Wake only these users: others may not see the change."""
    _send(wake, [*map(user_topic, user_ids)])


def _send(wake: Wake, topics: list[str]) -> None:
    if not settings.REDIS_URL:
        _deliver(wake, topics)
        return
    try:
        redis_client().publish(REDIS_CHANNEL, json.dumps([*wake, topics]))
    except redis.RedisError as error:
        logger.warning("Could not notify pages of game %s", wake.game, exc_info=error)


def close_all() -> None:
    """End all subscriptions of this process."""
    with _lock:
        everybody = {each for group in _subscriptions.values() for each in group}
    for subscription in everybody:
        subscription.close()


def how_many() -> int:
    """Return the number of open subscriptions of this process."""
    with _lock:
        return len({each for group in _subscriptions.values() for each in group})


def _deliver(wake: Wake, topics: Collection[str]) -> None:
    with _lock:
        concerned = {each for topic in topics for each in _subscriptions.get(topic, ())}
    for subscription in concerned:
        subscription.put(wake)


def _look_yourselves() -> None:
    """Each page may have missed something."""
    with _lock:
        everybody = {each for group in _subscriptions.values() for each in group}
    for subscription in everybody:
        subscription.put(Wake(""))


def redis_client() -> redis.Redis:
    """Return a client of this process's Redis connections."""
    return redis.Redis(connection_pool=_pool())


_pools: dict[str, redis.ConnectionPool] = {}


def _pool() -> redis.ConnectionPool:
    url = settings.REDIS_URL
    if url not in _pools:
        _pools[url] = redis.ConnectionPool.from_url(url, **settings.REDIS_OPTIONS)
    return _pools[url]


def _listen() -> None:
    global _listener
    with _lock:
        if _listener is None or not _listener.is_alive():
            _listener = threading.Thread(target=_listen_for_ever, name="wakes", daemon=True)
            _listener.start()


def _listen_for_ever() -> None:
    told: dict[str, int] = {}
    while True:
        try:
            listening = redis.Redis.from_url(settings.REDIS_URL, **settings.REDIS_OPTIONS)
            with listening.pubsub() as pubsub:  # type: ignore[no-untyped-call]
                pubsub.subscribe(REDIS_CHANNEL)
                for message in pubsub.listen():
                    if message["type"] == "subscribe":
                        told.clear()
                        _look_yourselves()
                    elif message["type"] == "message":
                        *wake, topics = json.loads(message["data"])
                        _deliver(Wake(*wake), topics)
        except redis.RedisError as error:
            logger.warning("Lost the connection for wakes", exc_info=error)
        # Open pages ask nobody while they have a stream.
        _read_wakes(told, since=timezone.now() - BEFORE)
        time.sleep(SECONDS_BEFORE_LISTENING_AGAIN)


def _read_wakes(told: dict[str, int], *, since: datetime) -> None:
    """Deliver from the database what has changed ``since``, and was not ``told`` before."""
    try:
        changes = changes_since(since)
    except DatabaseError as error:
        logger.warning("Could not read what has changed", exc_info=error)
        return
    finally:
        connection.close()
    if changes is None:
        _look_yourselves()
        return
    for change in changes:
        if told.get(change.game) != change.version:
            told[change.game] = change.version
            game, version, seq, state, to_act, user_ids = change
            topics = [game_topic(game), *map(user_topic, user_ids)]
            _deliver(Wake(game, version, seq, state, to_act), topics)
