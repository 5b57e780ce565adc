"""A log line for each request."""

import time

from django.http import HttpRequest, HttpResponse
from django_structlog.middlewares import RequestMiddleware
from structlog.contextvars import bind_contextvars, get_contextvars

from scoutsite.masking import masked_path


class RequestLines(RequestMiddleware):
    """Middleware: log outcomes and return ids as `X-Request-ID`."""

    def prepare(self, request: HttpRequest) -> None:
        request.began = time.monotonic()  # type: ignore[attr-defined]
        super().prepare(request)

    def handle_response(self, request: HttpRequest, response: HttpResponse) -> None:
        response["X-Request-ID"] = get_contextvars()["request_id"]
        began: float = request.began  # type: ignore[attr-defined]
        bind_contextvars(milliseconds=round((time.monotonic() - began) * 1000))
        super().handle_response(request, response)

    @staticmethod
    def format_request(request: HttpRequest) -> str:
        """Without the query and secrets."""
        return f"{request.method} {masked_path(request.path)}"
