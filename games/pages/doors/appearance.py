"""How pages look: the theme, with its cookie, and the viewer's taste."""

from typing import Literal

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from games.pages.doors.requests import page_before
from games.people import taste
from games.people.taste import Taste, parse_taste
from games.people.users import player_of

Theme = Literal["", "light", "dark"]

COOKIE = "theme"
YEAR = 365 * 24 * 3600


def theme_of(request: HttpRequest) -> Theme:
    """Return the viewer's theme; empty means the system's."""
    # An account's choice follows its owner to every browser.
    # No user: the request was refused before authentication.
    user = getattr(request, "user", None)
    kept = player_of(user).appearance if isinstance(user, AbstractUser) else ""
    chosen = kept or request.COOKIES.get(COOKIE)
    if chosen == "light":
        return "light"
    return "dark" if chosen == "dark" else ""


def taste_of(request: HttpRequest) -> Taste:
    """Return how the viewer likes tables, by account or cookie."""
    user = getattr(request, "user", None)
    kept = player_of(user).taste if isinstance(user, AbstractUser) else ""
    return parse_taste(kept or request.COOKIES.get(taste.COOKIE, ""))


# Exempt because it only changes how one browser draws pages, and its form is also on pages that are
# the same for everyone, such as error pages, which cannot carry a token.
@csrf_exempt
@require_POST
def appearance(request: HttpRequest) -> HttpResponse:
    """Store or forget the theme, then go back."""
    response = redirect(page_before(request))
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
