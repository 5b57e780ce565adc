"""Choosing when to be told, from an email.

The URL's token replaces session and CSRF token. GET changes nothing, because mail scanners open
links.
"""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.telling.choices import (
    Scope,
    choices_for,
    choose,
    chosen_by,
    stop_emails,
    token_for,
    user_of,
)
from games.telling.when import choice_of

ONE_CLICK = "One-Click"
"""What mail clients send as ``List-Unsubscribe`` (RFC 8058)."""


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def choices(request: HttpRequest, token: str) -> HttpResponse:
    """Choose when to be told of turns."""
    user_id = _user_or_404(token, "choose")
    if request.method == "POST":
        try:
            choose(user_id=user_id, choice=request.POST.get("choice", ""))
        except ValueError:
            return _page(request, user_id, status=400)
        return _page(request, user_id, saved=True)
    return _page(request, user_id, wanted=request.GET.get("choice", ""))


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Unsubscribe with one click."""
    user_id = _user_or_404(token, "unsubscribe")
    if request.method != "POST":
        return _page(request, user_id, wanted="none")
    if request.POST.get("List-Unsubscribe") != ONE_CLICK:
        return HttpResponse("List-Unsubscribe=One-Click is missing.\n", "text/plain", status=400)
    stop_emails(user_id=user_id)
    return HttpResponse(
        _("You won’t get any more emails about games.") + "\n", "text/plain; charset=utf-8"
    )


def _page(
    request: HttpRequest,
    user_id: int,
    *,
    wanted: str = "",
    saved: bool = False,
    status: int = 200,
) -> HttpResponse:
    chosen = chosen_by(user_id=user_id)
    offered = choices_for(chosen.tell_turns, chosen.minutes)
    if chosen.unsubscribed:
        # Each of them brings emails back.
        offered = [(choice, label, False) for choice, label, _now in offered]
    if wanted == "each":
        # As earlier emails call it.
        wanted = choice_of(wanted, chosen.minutes)
    context = {
        "token": token_for(user_id=user_id, link_key=chosen.link_key, scope="choose"),
        "wanted": next((each for each in offered if each[0] == wanted and not each[2]), None),
        "chosen": next((label for choice, label, now in offered if now), ""),
        "choices": offered,
        "saved": saved,
    }
    return render(request, "games/telling/choices.html", context, status=status)


def _user_or_404(token: str, scope: Scope) -> int:
    user_id = user_of(token, scope=scope)
    if user_id is None:
        raise Http404
    return user_id
