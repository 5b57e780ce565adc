"""JSON values one a line, sent while they are still being read."""

import json
from collections.abc import AsyncIterator, Iterator
from itertools import islice
from typing import Any

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, StreamingHttpResponse

MEDIA_TYPE = "application/x-ndjson"

_AT_ONCE = 20
"""So many values are worked out before they are sent."""


def line(value: dict[str, Any]) -> str:
    """``value`` on a line of its own."""
    return json.dumps(value, separators=(",", ":")) + "\n"


def stream(request: HttpRequest, values: Iterator[dict[str, Any]]) -> StreamingHttpResponse:
    """The answer to ``request`` that sends ``values``, one a line."""
    lines = map(line, values)
    return StreamingHttpResponse(
        _in_turns(lines) if isinstance(request, ASGIRequest) else lines, content_type=MEDIA_TYPE
    )


async def _in_turns(lines: Iterator[str]) -> AsyncIterator[str]:
    """The lines, read in the request's own thread, so many at a time."""
    while some := await sync_to_async(lambda: list(islice(lines, _AT_ONCE)))():
        yield "".join(some)
