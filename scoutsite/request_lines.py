"""A log line for each request."""

import re
import time

from django.http import HttpRequest, HttpResponse
from django_structlog.middlewares import RequestMiddleware
from structlog.contextvars import bind_contextvars, clear_contextvars, get_contextvars

from scoutsite.masking import masked_path

_PLAN = re.compile(r"/games/[^/]+/plan/")


class RequestLines(RequestMiddleware):
    """Middleware: log outcomes and return ids as `X-Request-ID`.

    Nobody but its player learns of a plan, so no request for one has a line, unless it failed.
    """

    def prepare(self, request: HttpRequest) -> None:
        request.began = time.monotonic()  # type: ignore[attr-defined]
        super().prepare(request)

    def handle_response(self, request: HttpRequest, response: HttpResponse) -> None:
        response["X-Request-ID"] = get_contextvars()["request_id"]
        began: float = request.began  # type: ignore[attr-defined]
        bind_contextvars(milliseconds=round((time.monotonic() - began) * 1000))
        if is_about_a_plan(request.path) and response.status_code < 500:
            clear_contextvars()
            return
        super().handle_response(request, response)

    @staticmethod
    def format_request(request: HttpRequest) -> str:
        """Without the query and secrets."""
        return f"{request.method} {masked_path(request.path)}"


def is_about_a_plan(path: str) -> bool:
    """Return whether a path leads to a plan, of which only its player may know."""
    return bool(_PLAN.search(path))
