"""The page "Look and sound", for everybody, and the press that saves it."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods
from django_htmx.http import trigger_client_event

from accounts.looks.forms import TasteForm, change_in_words
from accounts.models import User
from games.pages.doors.appearance import YEAR, taste_of
from games.pages.doors.requests import page_before
from games.people.taste import COOKIE, Taste


@require_http_methods(["GET", "HEAD", "POST"])
def looks(request: HttpRequest) -> HttpResponse:
    """Show the settings, or save them and say so; scripts get a sentence and the attributes."""
    if request.method != "POST":
        return render(request, "accounts/looks/page.html")
    form = TasteForm(request.POST)
    before = taste_of(request)
    after = form.chosen() if form.is_valid() else None
    said = _sentence(before, after)
    if request.headers.get("HX-Request"):
        response = HttpResponse(said, content_type="text/plain; charset=utf-8")
        shown = after or before
        trigger_client_event(response, "taste", {"attributes": shown.attributes})
    else:
        messages.info(request, said)
        response = redirect(page_before(request))
    if after is not None:
        _keep(request, response, after)
    return response


def _sentence(before: Taste, after: Taste | None) -> str:
    if after is None:
        # The page itself offers no such choice.
        return _("Not saved. Please reload the page.")
    what = change_in_words(before, after)
    return _("Saved: {what}").format(what=what) if what else _("Saved.")


def _keep(request: HttpRequest, response: HttpResponse, chosen: Taste) -> None:
    """Keep it with the user, if there is one, and in the browser, where it outlasts them."""
    if isinstance(user := request.user, User):
        user.taste = chosen.text
        user.save(update_fields=["taste"])
    response.set_cookie(
        COOKIE,
        chosen.text,
        max_age=YEAR,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
