"""Hints that a game has changed, on their way to open pages: within this process, or by Redis.

A hint names a game and a version and holds nothing else; whoever gets one fetches their own view.
It goes to a game's own topic and to those of the users who sit there.
A process keeps its subscriptions in memory. With Redis given, hints of all processes come in by one
thread a process that listens there; without, this process is the whole site.
"""

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


class Hint(NamedTuple):
    """A game reached a version; None stands for: something else changed, look yourself."""

    game: str
    """The game's public id."""
    version: int | None


class Subscription:
    """What one open page waits for: the newest version of each of its games, until it is taken.

    However many hints come in, no more is kept than one version a game.
    """

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._arrived = asyncio.Event()
        self._versions: dict[str, int | None] = {}
        self.closed = False

    def put(self, hint: Hint) -> None:
        """Take in ``hint``; from any thread."""
        self._call(self._take_in, hint)

    def close(self) -> None:
        """End the subscription; from any thread."""
        self._call(self._close)

    def _call(self, function: object, *args: object) -> None:
        try:
            self._loop.call_soon_threadsafe(function, *args)  # type: ignore[arg-type]
        except RuntimeError:
            self.closed = True  # the page's loop is gone, and the page with it

    def _take_in(self, hint: Hint) -> None:
        # Who is to look at everything need not be told of a version.
        if self._versions.get(hint.game, 0) is not None:
            self._versions[hint.game] = hint.version
        self._arrived.set()

    def _close(self) -> None:
        self.closed = True
        self._arrived.set()

    async def next(self, timeout: float) -> list[Hint]:
        """The hints that came in, waiting up to ``timeout`` seconds for one; empty if none did."""
        try:
            await asyncio.wait_for(self._arrived.wait(), timeout)
        except TimeoutError:
            return []
        self._arrived.clear()
        hints = [Hint(game, version) for game, version in self._versions.items()]
        self._versions.clear()
        return hints


_lock = threading.Lock()
_subscriptions: dict[str, set[Subscription]] = defaultdict(set)
_listener: threading.Thread | None = None


def game_topic(public_id: str) -> str:
    """The topic of a game: for those who have it open."""
    return f"game:{public_id}"


def user_topic(user_id: int) -> str:
    """The topic of a user: all games they sit in or are asked to."""
    return f"user:{user_id}"


@contextmanager
def subscribed(topics: Collection[str]) -> Iterator[Subscription]:
    """A subscription to the hints of these topics, in the running event loop."""
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


def publish(hint: Hint, user_ids: Collection[int]) -> None:
    """Tell all open pages of all processes that a game changed; its users wherever they are.

    A broker that is away is logged and no error: pages look for themselves now and then.
    """
    _send(hint, [game_topic(hint.game), *map(user_topic, user_ids)])


def publish_to_users(hint: Hint, user_ids: Collection[int]) -> None:
    """Tell these users alone, wherever they are: what they get to see others don't."""
    _send(hint, [*map(user_topic, user_ids)])


def _send(hint: Hint, topics: list[str]) -> None:
    if not settings.REDIS_URL:
        _deliver(hint, topics)
        return
    try:
        redis_client().publish(REDIS_CHANNEL, json.dumps([*hint, topics]))
    except redis.RedisError as error:
        logger.warning("No page could be told of game %s: %s", hint.game, error)


def close_all() -> None:
    """End every subscription of this process: the server is about to stop."""
    with _lock:
        everybody = {each for group in _subscriptions.values() for each in group}
    for subscription in everybody:
        subscription.close()


def _deliver(hint: Hint, topics: Collection[str]) -> None:
    with _lock:
        concerned = {each for topic in topics for each in _subscriptions.get(topic, ())}
    for subscription in concerned:
        subscription.put(hint)


def _look_yourselves() -> None:
    """Tell every page that it may have missed something; the empty name stands for any game."""
    with _lock:
        everybody = {each for group in _subscriptions.values() for each in group}
    for subscription in everybody:
        subscription.put(Hint("", None))


def redis_client() -> redis.Redis:
    """A client of the site's Redis, by the connections that this process keeps."""
    return redis.Redis(connection_pool=_pool())


_pools: dict[str, redis.ConnectionPool] = {}


def _pool() -> redis.ConnectionPool:
    url = settings.REDIS_URL
    if url not in _pools:
        _pools[url] = redis.ConnectionPool.from_url(url, socket_timeout=5)
    return _pools[url]


def _listen() -> None:
    """Start the thread that listens to Redis, once a process."""
    global _listener
    with _lock:
        if _listener is None or not _listener.is_alive():
            _listener = threading.Thread(target=_listen_for_ever, name="hints", daemon=True)
            _listener.start()


def _listen_for_ever() -> None:
    """Deliver what other processes publish; begin again whenever Redis was away."""
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
                        _deliver(Hint(game, version), topics)
        except redis.RedisError as error:
            logger.warning("Hints stopped coming in: %s", error)
        time.sleep(SECONDS_BEFORE_LISTENING_AGAIN)
