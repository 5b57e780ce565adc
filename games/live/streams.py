"""Streams of wakes as server-sent events."""

import json
import random
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

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
    name: str = ""
    """Counts towards the limit on streams, unless empty."""
    first: str = ""
    watched: str = ""
    """The game on a person's screen; empty for programs and lists."""


Look = Callable[[], Listener]

_open: Counter[str] = Counter()


async def answer(look: Look) -> HttpResponseBase:
    """Stream what ``look`` finds; 204 for nothing, 429 if too many are open.

    ``look`` runs twice in the request's thread and releases its database connection: open streams
    must not hold one.
    """

    def briefly() -> Listener:
        try:
            return look()
        finally:
            connection.close()

    listener = await sync_to_async(briefly)()
    if not listener.topics:
        return HttpResponse(status=204)
    if listener.name and _open[listener.name] >= settings.STREAMS_AT_ONCE:
        return HttpResponse(status=429, headers={"Retry-After": "10"})
    response = StreamingHttpResponse(_events(listener, briefly), content_type="text/event-stream")
    response["Cache-Control"] = "no-cache"
    response["X-Accel-Buffering"] = "no"
    return response


async def _events(listener: Listener, look: Look) -> AsyncIterator[str]:
    with (
        _counted(listener.name),
        channel.subscribed(listener.topics) as subscription,
        watching.page_open(listener.watched) as still_open,
    ):
        # Only after subscribing, so that no move falls in between.
        try:
            listener = await sync_to_async(look)()
        except Http404:
            return  # access was lost in between
        retry = random.randint(*RETRY_MILLISECONDS)  # noqa: S311 (it keeps no secret)
        yield f"retry: {retry}\n\n" + "".join(map(event, listener.now)) + listener.first
        while not subscription.closed:
            wakes = await subscription.next(PING_SECONDS)
            still_open()
            if wakes:
                yield "".join(map(event, wakes))
            elif not subscription.closed:
                yield ": still here\n\n"


@contextmanager
def _counted(name: str) -> Iterator[None]:
    _open[name] += 1
    try:
        yield
    finally:
        _open[name] -= 1
        if not _open[name]:
            del _open[name]


def event(wake: Wake) -> str:
    """Format a wake."""
    number = "" if wake.version is None else f"id: {wake.game}.{wake.version}\n"
    return f"{number}event: game\ndata: {json.dumps(wake._asdict())}\n\n"
