"""`/healthz` and `/readyz`, needing neither HTTPS nor the site's host name.

django-health-check answers only after all middleware, asks every Celery worker and does not check
the scheduler.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse
from django.http.response import HttpResponseBase

from scoutsite.readiness import checks

Answer = Callable[[HttpRequest], HttpResponseBase]


def answer_probes(get_response: Answer) -> Answer:
    """Middleware, first: answer probes."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        probe = _PROBES.get(request.path_info)
        if probe is None:
            return get_response(request)
        if request.method not in ("GET", "HEAD"):
            return HttpResponseNotAllowed(["GET", "HEAD"])
        response = probe()
        response["Cache-Control"] = "no-store"
        return response

    return middleware


def healthz() -> HttpResponse:
    """Answer 200."""
    return HttpResponse("ok\n", content_type="text/plain; charset=utf-8")


def readyz() -> HttpResponse:
    """Answer 200 if all parts work, else 503: a state for each, and a sentence about it."""
    found = checks()
    ready = all(check.ok for check in found.values())
    states = {name: check.state for name, check in found.items()}
    sentences = {name: check.sentence for name, check in found.items()}
    answer = {"ready": ready, **states, "sentences": sentences}
    return JsonResponse(answer, status=200 if ready else 503)


_PROBES = {"/healthz": healthz, "/readyz": readyz}
