"""Requests that may stay open, without a thread for each."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIHandler
from django.db import connection
from django.http import HttpRequest, HttpResponseBase

from scoutsite.bodies import Enough, most_bytes

THREADS = 8
"""Requests that are answered at a time, in each process."""


class StreamHandler(ASGIHandler):
    """Django's handler, made for streams.

    Django's own keeps a thread for each request until its answer ends, and changes threads before
    and after each middleware. Here all middleware and the view, none of which waits for anything
    but the database, run in one go in a thread of a pool, and an open stream keeps no thread, no
    connection to the database and no request.
    """

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="request")
        super().__init__()

    def load_middleware(self, is_async: bool = False) -> None:
        """Load the middleware as for WSGI."""
        super().load_middleware(is_async=False)
        whole: Any = vars(self)["_middleware_chain"]

        def answered(request: HttpRequest) -> HttpResponseBase:
            try:
                answer: HttpResponseBase = whole(request)
                return answer
            finally:
                connection.close()

        self._middleware_chain = sync_to_async(
            answered, thread_sensitive=False, executor=self._threads
        )

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer one request. Raise ``ValueError`` for anything but HTTP."""
        if scope["type"] != "http":
            raise ValueError("This site speaks HTTP alone.")
        await self.handle(scope, Enough(receive, most_bytes(scope["path"])), send)

    async def run_get_response(self, request: HttpRequest) -> HttpResponseBase:
        """Return the answer; the request of one that streams news is forgotten."""
        answer: Any = await super().run_get_response(request)
        if answer.get("Content-Type", "").startswith("text/event-stream"):
            # The frame that waits for the end of the answer holds it: a quarter of all memory.
            request.close()
            answer._resource_closers.clear()
            request.__dict__.clear()
        return answer  # type: ignore[no-any-return]
