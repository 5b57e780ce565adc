"""What a request is answered when the site fails: 500, or 503 if that will pass by itself."""

import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template import loader
from django.utils.translation import gettext as _
from django.views.defaults import server_error as server_error_page
from psycopg.errors import LockNotAvailable

_API = "/api/"
_RETRY_AFTER = "2"
"""Seconds."""


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer for the exception being handled: to a program in JSON, else with a page."""
    error = sys.exc_info()[1]
    if isinstance(error, OperationalError | InterfaceError):
        return unavailable(request, crowded=isinstance(error.__cause__, LockNotAvailable))
    if not request.path_info.startswith(_API):
        return server_error_page(request)
    sentence = _("Something broke on our side. Any move already made is kept; try again soon.")
    return JsonResponse({"code": "error", "error": sentence}, status=500)


def unavailable(request: HttpRequest, *, crowded: bool) -> HttpResponse:
    """Answer 503: the database is away, or too much is going on at one table (``crowded``)."""
    sentence = (
        _("A lot is going on at this table just now. Nothing is lost: try again in a moment.")
        if crowded
        else _("We can’t reach our records for a moment. Nothing is lost: try again soon.")
    )
    response: HttpResponse
    if request.path_info.startswith(_API):
        response = JsonResponse({"code": "unavailable", "error": sentence}, status=503)
    elif request.headers.get("HX-Request"):
        response = HttpResponse(sentence, status=503, content_type="text/plain; charset=utf-8")
    else:
        # Without the request: what pages say of its player stands in the database.
        page = loader.render_to_string("503.html", {"sentence": sentence})
        response = HttpResponse(page, status=503)
    response["Retry-After"] = _RETRY_AFTER
    response["Cache-Control"] = "no-store"
    return response
