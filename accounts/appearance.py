"""The chosen theme and taste, kept with the account."""

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from accounts.models import Appearance, User
from games.people.taste import COOKIE, parse_taste

View = Callable[[HttpRequest], HttpResponse]

_COOKIE = "theme"


def appearance_of_browser(request: HttpRequest) -> str:
    """Return the browser's theme, if any."""
    chosen = request.COOKIES.get(_COOKIE, "")
    return chosen if chosen in Appearance.values else ""


def taste_of_browser(request: HttpRequest) -> str:
    """Return the browser's taste as text, if any."""
    kept = request.COOKIES.get(COOKIE)
    return parse_taste(kept).text if kept else ""


def kept_with_account(view: View) -> View:
    """Store the theme with the user too; scripts get a sentence."""

    @wraps(view)
    def wrapped(request: HttpRequest) -> HttpResponse:
        response = view(request)
        if request.method == "POST" and isinstance(user := request.user, User):
            chosen = request.POST.get("theme", "")
            kept = Appearance(chosen) if chosen in Appearance.values else Appearance.SYSTEM
            user.appearance = kept
            user.save(update_fields=["appearance"])
            if request.headers.get("HX-Request"):
                sentence = _("Saved: {what}").format(what=kept.label)
                said = HttpResponse(sentence, content_type="text/plain; charset=utf-8")
                said.cookies = response.cookies
                return said
        return response

    # Its form carries no CSRF token; see the view.
    wrapped.csrf_exempt = getattr(view, "csrf_exempt", False)  # type: ignore[attr-defined]
    return wrapped
