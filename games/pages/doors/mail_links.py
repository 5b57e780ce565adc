"""Pages behind email links.

The URL's token replaces session and CSRF token. GET changes nothing, because mail scanners open
links.
"""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.telling.choices import CHOICES, Scope, choose, chosen_by, token_for, user_of

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
    choose(user_id=user_id, choice="none")
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
    chosen, minutes = chosen_by(user_id=user_id)
    offered = [
        (choice, str(label).format(minutes=minutes), choice == chosen)
        for choice, label in CHOICES.items()
    ]
    context = {
        "token": token_for(user_id=user_id, scope="choose"),
        "wanted": next((each for each in offered if each[0] == wanted and not each[2]), None),
        "chosen": next(label for choice, label, now in offered if now),
        "choices": offered,
        "saved": saved,
    }
    response = render(request, "games/telling/choices.html", context, status=status)
    add_never_cache_headers(response)
    # The URL is a key, so keep it out of referrers.
    response["Referrer-Policy"] = "no-referrer"
    response["X-Robots-Tag"] = "noindex"
    return response


def _user_or_404(token: str, scope: Scope) -> int:
    user_id = user_of(token, scope=scope)
    if user_id is None:
        raise Http404
    return user_id
