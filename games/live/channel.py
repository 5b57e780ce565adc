"""Wakes to open pages, in this process or through Redis."""

import asyncio
import json
import logging
import threading
import time
from collections import defaultdict
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import NamedTuple

import redis
from django.conf import settings

logger = logging.getLogger(__name__)

REDIS_CHANNEL = "games"
SECONDS_BEFORE_LISTENING_AGAIN = 1.0


class Wake(NamedTuple):
    """A game's version, or None for a change outside its log."""

    game: str
    version: int | None


class Subscription:
    """The newest version of each game an open page waits for."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._arrived = asyncio.Event()
        self._versions: dict[str, int | None] = {}
        self.closed = False

    def put(self, wake: Wake) -> None:
        """From any thread."""
        self._call(self._take_in, wake)

    def close(self) -> None:
        """From any thread."""
        self._call(self._close)

    def _call(self, function: object, *args: object) -> None:
        try:
            self._loop.call_soon_threadsafe(function, *args)  # type: ignore[arg-type]
        except RuntimeError:
            self.closed = True  # the page's loop has ended, and the page with it

    def _take_in(self, wake: Wake) -> None:
        # A subscriber that must refetch everything needs no version.
        if self._versions.get(wake.game, 0) is not None:
            self._versions[wake.game] = wake.version
        self._arrived.set()

    def _close(self) -> None:
        self.closed = True
        self._arrived.set()

    async def next(self, timeout: float) -> list[Wake]:
        """Return wakes within ``timeout`` seconds."""
        try:
            await asyncio.wait_for(self._arrived.wait(), timeout)
        except TimeoutError:
            return []
        self._arrived.clear()
        wakes = [Wake(game, version) for game, version in self._versions.items()]
        self._versions.clear()
        return wakes


_lock = threading.Lock()
_subscriptions: dict[str, set[Subscription]] = defaultdict(set)
_listener: threading.Thread | None = None


def game_topic(public_id: str) -> str:
    """Return the topic of a game's pages."""
    return f"game:{public_id}"


def user_topic(user_id: int) -> str:
    """Return the topic of a user's games and invitations."""
    return f"user:{user_id}"


@contextmanager
def subscribed(topics: Collection[str]) -> Iterator[Subscription]:
    """Subscribe to topics in the running event loop."""
    subscription = Subscription()
    with _lock:
        for topic in topics:
            _subscriptions[topic].add(subscription)
    if settings.REDIS_URL:
        _listen()
    try:
        yield subscription
    finally:
        with _lock:
            for topic in topics:
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
        logger.warning("Could not notify pages of game %s: %s", wake.game, error)


def close_all() -> None:
    """End all subscriptions of this process."""
    with _lock:
        everybody = {each for group in _subscriptions.values() for each in group}
    for subscription in everybody:
        subscription.close()


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
        subscription.put(Wake("", None))


def redis_client() -> redis.Redis:
    """Return a client of this process's Redis connections."""
    return redis.Redis(connection_pool=_pool())


_pools: dict[str, redis.ConnectionPool] = {}


def _pool() -> redis.ConnectionPool:
    url = settings.REDIS_URL
    if url not in _pools:
        _pools[url] = redis.ConnectionPool.from_url(url, socket_timeout=5)
    return _pools[url]


def _listen() -> None:
    global _listener
    with _lock:
        if _listener is None or not _listener.is_alive():
            _listener = threading.Thread(target=_listen_for_ever, name="wakes", daemon=True)
            _listener.start()


def _listen_for_ever() -> None:
    while True:
        try:
            listening = redis.Redis.from_url(settings.REDIS_URL)
            with listening.pubsub() as pubsub:  # type: ignore[no-untyped-call]
                pubsub.subscribe(REDIS_CHANNEL)
                for message in pubsub.listen():
                    if message["type"] == "subscribe":
                        _look_yourselves()
                    elif message["type"] == "message":
                        game, version, topics = json.loads(message["data"])
                        _deliver(Wake(game, version), topics)
        except redis.RedisError as error:
            logger.warning("Lost the connection for wakes: %s", error)
        time.sleep(SECONDS_BEFORE_LISTENING_AGAIN)
