"""Streams of JSON lines."""

import json
from collections.abc import AsyncIterator, Iterator
from itertools import islice
from typing import Any

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, StreamingHttpResponse

MEDIA_TYPE = "application/x-ndjson"

_AT_ONCE = 20


def line(value: dict[str, Any]) -> str:
    """Return one line of JSON."""
    return json.dumps(value, separators=(",", ":")) + "\n"


def stream(request: HttpRequest, values: Iterator[dict[str, Any]]) -> StreamingHttpResponse:
    """Answer with ``values``, one per line."""
    lines = map(line, values)
    return StreamingHttpResponse(
        _in_turns(lines) if isinstance(request, ASGIRequest) else lines, content_type=MEDIA_TYPE
    )


async def _in_turns(lines: Iterator[str]) -> AsyncIterator[str]:
    """Batches, read in the request's thread."""
    while some := await sync_to_async(lambda: list(islice(lines, _AT_ONCE)))():
        yield "".join(some)
