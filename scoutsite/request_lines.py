"""A log line for each request, and its id on all others that it leads to."""

import time

from django.http import HttpRequest, HttpResponse
from django_structlog.middlewares import RequestMiddleware
from structlog.contextvars import bind_contextvars, get_contextvars

from scoutsite.masking import masked_path


class RequestLines(RequestMiddleware):
    """Middleware: draws the id, answers it as `X-Request-ID`, and says what became of a request."""

    def prepare(self, request: HttpRequest) -> None:
        """Begin a request; called by the library."""
        request.began = time.monotonic()  # type: ignore[attr-defined]
        super().prepare(request)

    def handle_response(self, request: HttpRequest, response: HttpResponse) -> None:
        """End a request; called by the library."""
        response["X-Request-ID"] = get_contextvars()["request_id"]
        began: float = request.began  # type: ignore[attr-defined]
        bind_contextvars(milliseconds=round((time.monotonic() - began) * 1000))
        super().handle_response(request, response)

    @staticmethod
    def format_request(request: HttpRequest) -> str:
        """What a line says of a request: no query, and no link that gives a right."""
        return f"{request.method} {masked_path(request.path)}"
