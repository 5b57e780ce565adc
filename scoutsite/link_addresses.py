"""Addresses that are keys: links in emails, which do something without signing in."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import add_never_cache_headers

BEGINNINGS = ("/turn/", "/answer/", "/chair/", "/mail/", "/calendar/", "/account/way-back/")
"""How the paths of such addresses begin."""


def keep_addresses_apart(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: keep such addresses from other pages, caches and robots, errors included."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if request.path_info.startswith(BEGINNINGS):
            response["Referrer-Policy"] = "no-referrer"
            response["X-Robots-Tag"] = "noindex"
            add_never_cache_headers(response)
        return response

    return middleware
