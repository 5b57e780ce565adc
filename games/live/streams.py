"""Streams of hints, as server-sent events: for open pages and for programs alike."""

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
from games.live.channel import Hint

PING_SECONDS = 20.0
"""So often a quiet stream says that it is still there."""
RETRY_MILLISECONDS = (2_000, 6_000)
"""After a lost connection listeners come back some time in between, not all at once."""


class Listener(NamedTuple):
    """Who listens, to what, and how things stand."""

    topics: Sequence[str]
    now: Sequence[Hint]
    """What a listener compares with what it knows."""
    name: str = ""
    """Whose stream it is, for the limit; empty: nobody's."""
    first: str = ""
    """What is said first of all."""
    watched: str = ""
    """The public id of the game that a person looks at; empty for programs and lists."""


Look = Callable[[], Listener]

_open: Counter[str] = Counter()
"""How many streams of this process each name holds open."""


async def answer(look: Look) -> HttpResponseBase:
    """The stream of what ``look`` finds to listen to: 204 if there is nothing, 429 if too many.

    ``look`` is called now and once more when nothing can be missed any longer, in the thread of
    the request's middleware. All that needs the database happens there, and its connection goes
    back at once: an open stream must hold none.
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
        # Only now, so that no move falls in between.
        try:
            listener = await sync_to_async(look)()
        except Http404:
            return  # it was taken away in between
        retry = random.randint(*RETRY_MILLISECONDS)  # noqa: S311 (it keeps no secret)
        yield f"retry: {retry}\n\n" + "".join(map(event, listener.now)) + listener.first
        while not subscription.closed:
            hints = await subscription.next(PING_SECONDS)
            still_open()
            if hints:
                yield "".join(map(event, hints))
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


def event(hint: Hint) -> str:
    """``hint`` as an event."""
    number = "" if hint.version is None else f"id: {hint.game}.{hint.version}\n"
    return f"{number}event: game\ndata: {json.dumps(hint._asdict())}\n\n"
