"""Streams of wakes as server-sent events."""

import json
import random
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import closing
from typing import Any, NamedTuple
from weakref import WeakSet, WeakValueDictionary

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import connection
from django.http import Http404, HttpResponse, HttpResponseBase, StreamingHttpResponse

from games.live import channel, watching
from games.live.channel import Wake

PING_SECONDS = 20.0
RETRY_MILLISECONDS = (2_000, 6_000)
"""A spread, against reconnecting all at once."""


class Listener(NamedTuple):
    """A listener's topics and state."""

    topics: Sequence[str]
    now: Sequence[Wake]
    user_id: int | None
    """None for strangers, whose streams their address counts."""
    first: str = ""
    spots: tuple[str, ...] = ()
    """Where a person's page is (``watching.page_open``); none for programs."""
    places: bool = False
    """Whether events tell where games are: a page looks for itself, whatever has changed."""


Look = Callable[[], Listener]

_open: WeakValueDictionary[str, WeakSet["_Place"]] = WeakValueDictionary()
"""The open streams by whose they are."""


async def answer(look: Look, address: str) -> HttpResponseBase:
    """Stream what ``look`` finds; 204 for nothing, 429 if too many are open.

    ``look`` runs twice in the request's thread and releases its database connection: open streams
    must not hold one. Streams count for an account, or for the ``address`` of a stranger.
    """

    def briefly() -> Listener:
        try:
            return look()
        finally:
            connection.close()

    listener = await sync_to_async(briefly)()
    if not listener.topics:
        return HttpResponse(status=204)
    place = _place(f"at:{address}" if listener.user_id is None else f"user:{listener.user_id}")
    if place is None:
        return HttpResponse(status=429, headers={"Retry-After": "10"})
    events = _events(listener, briefly, place)
    response = StreamingHttpResponse(events, content_type="text/event-stream")
    response["Cache-Control"] = "no-cache"
    response["X-Accel-Buffering"] = "no"
    return response


async def _events(listener: Listener, look: Look, place: "_Place") -> AsyncIterator[str]:
    with (
        closing(place),
        channel.subscribed(listener.topics) as subscription,
        watching.page_open(*listener.spots) as still_open,
    ):
        # Only after subscribing, so that no move falls in between.
        try:
            listener = await sync_to_async(look)()
        except Http404:
            return  # access was lost in between
        subscription.reached(listener.now)
        say = _whole if listener.places else _version
        retry = random.randint(*RETRY_MILLISECONDS)  # noqa: S311 (it keeps no secret)
        yield f"retry: {retry}\n\n" + "".join(map(say, listener.now)) + listener.first
        while not subscription.closed:
            wakes = await subscription.next(PING_SECONDS)
            still_open()
            if wakes:
                yield "".join(map(say, wakes))
            elif not subscription.closed:
                yield ": still here\n\n"


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
