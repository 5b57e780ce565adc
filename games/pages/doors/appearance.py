"""Light, dark, or as the reader's system has it: a choice kept in a cookie."""

from typing import Literal
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

Theme = Literal["", "light", "dark"]

COOKIE = "theme"
YEAR = 365 * 24 * 3600


def theme_of(request: HttpRequest) -> Theme:
    """What the reader chose; empty for the system's own way."""
    # An account's choice follows it from browser to browser.
    kept = getattr(getattr(request, "user", None), "appearance", "")
    chosen = kept or request.COOKIES.get(COOKIE)
    if chosen == "light":
        return "light"
    return "dark" if chosen == "dark" else ""


# It changes how one browser draws pages and nothing else; and pages that are the same for
# everybody, as those of errors, carry its form, so there can be no token in it.
@csrf_exempt
@require_POST
def appearance(request: HttpRequest) -> HttpResponse:
    """Keep the choice for a year (or forget it: the system decides), and go back to the page."""
    response = redirect(_page_before(request))
    theme = request.POST.get("theme")
    if theme in ("light", "dark"):
        response.set_cookie(
            COOKIE,
            theme,
            max_age=YEAR,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )
    else:
        response.delete_cookie(COOKIE)
    return response


def _page_before(request: HttpRequest) -> str:
    """The path of the page whose form was pressed; the landing where that is not to be known."""
    before = request.headers.get("Referer", "")
    if not url_has_allowed_host_and_scheme(before, {request.get_host()}):
        return "/"
    address = urlsplit(before)
    return f"{address.path}?{address.query}" if address.query else address.path or "/"
