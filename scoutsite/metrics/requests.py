"""Requests, by the name of what they ask for, and the time that answers take."""

import time
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from prometheus_client import Counter, Histogram

from scoutsite.request_lines import is_about_a_plan

REQUESTS = Counter(
    "scout_requests",
    "Requests that were answered, by the name of their address and the kind of answer.",
    ["route", "method", "status"],
)
SECONDS = Histogram(
    "scout_request_seconds",
    "Seconds until the answer begins, by the name of the address.",
    ["route"],
    buckets=(0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 2.5, 5, 10),
)
STATIC, UNKNOWN = "static", "unknown"
"""Routes without a name: files, and addresses that lead nowhere."""
METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}
"""All others have one name: anybody can invent some."""

Answer = Callable[[HttpRequest], HttpResponseBase]


def count_requests(get_response: Answer) -> Answer:
    """Middleware: count each request, and time it."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        began = time.perf_counter()
        response = get_response(request)
        route = route_of(request)
        # As in the log: a plan shows only where it failed.
        if not is_about_a_plan(request.path_info) or response.status_code >= 500:
            status = f"{response.status_code // 100}xx"
            method = request.method if request.method in METHODS else "other"
            REQUESTS.labels(route, method, status).inc()
            SECONDS.labels(route).observe(time.perf_counter() - began)
        return response

    return middleware


def route_of(request: HttpRequest) -> str:
    """Return the name of the address, as in the site's URLs, or what stands for all others."""
    match = request.resolver_match
    if match is None:
        return STATIC if request.path_info.startswith(settings.STATIC_URL) else UNKNOWN
    return match.view_name
