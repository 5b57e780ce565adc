"""Streams of JSON lines."""

from collections.abc import AsyncIterator, Iterator
from itertools import islice

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, StreamingHttpResponse

MEDIA_TYPE = "application/x-ndjson"

_AT_ONCE = 20


def stream(request: HttpRequest, lines: Iterator[str]) -> StreamingHttpResponse:
    """Answer with ``lines``, a batch at a time."""
    parts = _joined(lines)
    return StreamingHttpResponse(
        _in_turns(parts) if isinstance(request, ASGIRequest) else parts, content_type=MEDIA_TYPE
    )


def _joined(lines: Iterator[str]) -> Iterator[str]:
    """Few parts, so that they compress well."""
    while some := list(islice(lines, _AT_ONCE)):
        yield "".join(some)


async def _in_turns(parts: Iterator[str]) -> AsyncIterator[str]:
    """Read in the request's thread."""
    while part := await sync_to_async(lambda: next(parts, ""))():
        yield part
