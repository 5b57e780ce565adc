"""Streams of wakes as server-sent events."""

import json
import random
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import closing
from typing import Any, NamedTuple
from weakref import WeakSet, WeakValueDictionary

from django.conf import settings
from django.http import HttpResponse, HttpResponseBase, StreamingHttpResponse

from games.live import channel, watching
from games.live.channel import Subscription, Wake
from games.live.counted import STREAMS

PING_SECONDS = 20.0
RETRY_MILLISECONDS = (2_000, 6_000)
"""A spread, against reconnecting all at once."""
MILLISECONDS_FOR_EACH = 8
"""For each page that comes back after a restart: to open a stream takes a core about half of it."""


class Listener(NamedTuple):
    """Who listens to what."""

    topics: Sequence[str]
    user_id: int | None
    """None for strangers, whose streams their address counts."""
    first: str = ""
    spots: tuple[str, ...] = ()
    """Where a person's page is (``watching.page_open``); none for programs."""
    places: bool = False
    """Whether events tell where games are: a page looks for itself, whatever has changed."""


Look = Callable[[], Sequence[Wake]]

_open: WeakValueDictionary[str, WeakSet["_Place"]] = WeakValueDictionary()
"""The open streams by whose they are."""
_lock = threading.Lock()


def answer(listener: Listener, look: Look, address: str) -> HttpResponseBase:
    """Stream where games are, as ``look`` finds them, and each change from then on.

    The answer is 204 without topics, 429 if too many are open. Streams count for an account, or
    for the ``address`` of a stranger. What ``look`` raises is passed on. An open stream asks the
    database nothing.
    """
    if not listener.topics:
        return HttpResponse(status=204)
    # Before the look, so that no move falls in between.
    subscription = channel.subscribe(listener.topics)
    try:
        now = look()
    except BaseException:
        channel.unsubscribe(subscription)
        raise
    user_id = listener.user_id
    place = _place(f"at:{address}" if user_id is None else f"user:{user_id}")
    if place is None:
        channel.unsubscribe(subscription)
        return HttpResponse(status=429, headers={"Retry-After": "10"})
    subscription.reached(now)
    say = _whole if listener.places else _version
    begin = _retry(RETRY_MILLISECONDS) + "".join(map(say, now)) + listener.first
    events = _events(begin, subscription, place, say, listener.spots)
    response = StreamingHttpResponse(events, content_type="text/event-stream")
    response["Cache-Control"] = "no-cache"
    response["X-Accel-Buffering"] = "no"
    return response


async def _events(
    begin: str,
    subscription: Subscription,
    place: "_Place",
    say: Callable[[Wake], str],
    spots: tuple[str, ...],
) -> AsyncIterator[str]:
    counted = STREAMS.labels("programs" if say is _whole else "pages")
    with closing(place), counted.track_inprogress(), watching.page_open(*spots) as still_open:
        try:
            yield begin
            while not subscription.closed:
                wakes = await subscription.next(PING_SECONDS)
                still_open()
                if wakes:
                    yield "".join(map(say, wakes))
                elif not subscription.closed:
                    yield ": still here\n\n"
            # All streams of the process end now, and all pages come back.
            yield _retry(_spread(channel.how_many()))
        finally:
            channel.unsubscribe(subscription)


def _retry(milliseconds: tuple[int, int]) -> str:
    return f"retry: {random.randint(*milliseconds)}\n\n"  # noqa: S311 (it keeps no secret)


def _spread(pages: int) -> tuple[int, int]:
    """Return the milliseconds within which ``pages`` come back without a crush."""
    soonest, latest = RETRY_MILLISECONDS
    return soonest, max(latest, soonest + MILLISECONDS_FOR_EACH * pages)


class _Place:
    """One of the streams that somebody may have open.

    It is taken with the answer, and given back when the stream ends or when an answer that was
    never sent is forgotten.
    """

    def __init__(self, taken: "WeakSet[_Place]") -> None:
        self._taken = taken
        taken.add(self)

    def close(self) -> None:
        """Give the place back."""
        self._taken.discard(self)


def _place(whose: str) -> _Place | None:
    with _lock:
        taken = _open.setdefault(whose, WeakSet())
        return _Place(taken) if len(taken) < settings.STREAMS_AT_ONCE else None


def _version(wake: Wake) -> str:
    """Format a version alone, for a page."""
    return _event(wake, {"game": wake.game, "version": wake.version})


def _whole(wake: Wake) -> str:
    """Format a wake, for a program."""
    return _event(wake, wake._asdict())


def _event(wake: Wake, data: dict[str, Any]) -> str:
    number = "" if wake.version is None else f"id: {wake.game}.{wake.version}\n"
    return f"{number}event: game\ndata: {json.dumps(data)}\n\n"
