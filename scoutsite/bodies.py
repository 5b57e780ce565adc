"""Bodies of requests are read up to a limit, however they are framed.

Django and REST framework take a body without `Content-Length` for none, but one that is sent in
chunks has no length until it has been read.
"""

import asyncio
from collections.abc import Awaitable, Callable
from io import SEEK_END, BytesIO
from typing import Any

from django.conf import settings
from django.core.exceptions import BadRequest, RequestDataTooBig
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _

from games.api.json_parser import MAX_BYTES

_API = "/api/"
_PAUSE = 1.0
"""Seconds between two looks whether the line of a cut body has ended."""

Answer = Callable[[HttpRequest], HttpResponse]


def most_bytes(path: str) -> int:
    """Return how many bytes a body may have at an address."""
    return MAX_BYTES if path.startswith(_API) else settings.DATA_UPLOAD_MAX_MEMORY_SIZE


def measure_bodies(get_response: Answer) -> Answer:
    """Middleware: read a body that came without its length, so that all that follows knows it.

    Of one that is too large the first byte too many is kept: by it the API's parser sees that it
    is. Raise ``RequestDataTooBig`` elsewhere, and ``BadRequest`` if it can't be read.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        most = most_bytes(request.path_info)
        stream: Any = vars(request)["_stream"]
        # Uvicorn's is a file, of which `Enough` may have cut the end.
        if not stream.seekable():
            if "Transfer-Encoding" not in request.headers:
                return get_response(request)
            if not request.META.get("wsgi.input_terminated"):
                return _length_required(request)
            stream = vars(request)["_stream"] = BytesIO(_read(request, most + 1))
        size = stream.seek(0, SEEK_END)
        stream.seek(0)
        if size > most and not request.path_info.startswith(_API):
            raise RequestDataTooBig("The body is larger than DATA_UPLOAD_MAX_MEMORY_SIZE.")
        request.META["CONTENT_LENGTH"] = str(size)
        return get_response(request)

    return middleware


def _read(request: HttpRequest, most: int) -> bytes:
    try:
        body: bytes = request.META["wsgi.input"].read(most)
    # Each server has its own for chunks that are none.
    except Exception as error:
        raise BadRequest("The body can't be read.") from error
    return body


def _length_required(request: HttpRequest) -> HttpResponse:
    """Answer for a server that would wait for ever where the body ends."""
    sentence = _("Send the length of the body, too (Content-Length).")
    if request.path_info.startswith(_API):
        return JsonResponse({"code": "length_required", "error": sentence}, status=411)
    return HttpResponse(sentence, status=411, content_type="text/plain; charset=utf-8")


class Enough:
    """Receives a request for ASGI, but of its body one byte more than ``most`` at the utmost."""

    def __init__(self, receive: Callable[[], Awaitable[Any]], most: int) -> None:
        self._receive = receive
        self._left = most + 1

    async def __call__(self) -> Any:
        """Return the next message; after a cut body only that the line has ended."""
        while True:
            if not self._left:
                # What still comes is dropped, but slowly: nobody has to take 20 MB at once.
                await asyncio.sleep(_PAUSE)
            message = await self._receive()
            if message["type"] != "http.request":
                return message
            if self._left:
                body = message.get("body", b"")[: self._left]
                self._left -= len(body)
                more = bool(self._left) and message.get("more_body", False)
                return {"type": "http.request", "body": body, "more_body": more}
