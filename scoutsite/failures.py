"""What a request is answered when the code fails."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.defaults import server_error as server_error_page

_API = "/api/"


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer a program in JSON, and everybody else with a page."""
    if not request.path_info.startswith(_API):
        return server_error_page(request)
    sentence = _(
        "Something broke on our side. Any move already made is kept; try again in a moment."
    )
    return JsonResponse({"code": "error", "error": sentence}, status=500)
