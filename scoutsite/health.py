"""`/healthz` and `/readyz`, needing neither HTTPS nor the site's host name.

django-health-check answers only after all middleware, asks every Celery worker and does not check
the scheduler.
"""

import logging
from collections.abc import Callable

import redis
from django.conf import settings
from django.db import Error as DatabaseError
from django.db import connection
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse
from django.http.response import HttpResponseBase

from scoutsite import heartbeat
from scoutsite.heartbeat import Part

logger = logging.getLogger(__name__)

OK = "ok"
FAILED = "failed"
LATE = "late"
UNKNOWN = "unknown"

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
    """Answer 200 if all parts work, else 503, with JSON states."""
    states = {"database": _database(), "redis": _redis()}
    states |= _heartbeats() if states["redis"] == OK else dict.fromkeys(_PARTS, UNKNOWN)
    ready = all(state == OK for state in states.values())
    return JsonResponse({"ready": ready, **states}, status=200 if ready else 503)


_PROBES = {"/healthz": healthz, "/readyz": readyz}
_PARTS = [part.value for part in Part]


def _database() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as error:
        logger.warning("Not ready: the database is down: %s", error)
        return FAILED
    return OK


def _redis() -> str:
    if not settings.REDIS_URL:
        return OK
    try:
        with redis.Redis.from_url(
            settings.REDIS_URL, socket_connect_timeout=2, socket_timeout=2
        ) as server:
            server.ping()
    except redis.RedisError as error:
        logger.warning("Not ready: Redis is down: %s", error)
        return FAILED
    return OK


def _heartbeats() -> dict[str, str]:
    try:
        late = {part: heartbeat.is_late(part) for part in Part}
    except redis.RedisError as error:
        logger.warning("Not ready: Redis is down: %s", error)
        return dict.fromkeys(_PARTS, UNKNOWN)
    states = {part.value: LATE if late[part] else OK for part in Part}
    if late[Part.SCHEDULER] and late[Part.WORKER]:
        # Workers beat only when the scheduler tells them to.
        states[Part.WORKER.value] = UNKNOWN
    return states
