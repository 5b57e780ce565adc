"""How often one may press something on pages; the API and accounts have limits of their own.

Whoever presses too often gets 429, with a sentence and the seconds to wait, and loses nothing: a
page keeps what was chosen or written, and without a script the answer holds the same form again.
"""

import logging
from collections.abc import Callable
from math import ceil
from time import time
from typing import Any

import redis
from allauth.account.adapter import get_adapter
from allauth.core.internal import ratelimit
from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django_ratelimit.core import get_usage

logger = logging.getLogger(__name__)

WITHOUT_ACCOUNT = {"play", "create_game", "join_game", "invitation"}
"""Where a stranger's press makes a guest."""

_LIMITS = {
    "games:move": "moves",
    "games:chat": "chat",
    "games:nudge": "nudges",
    "play": "new games",
    "create_game": "new games",
    "games:rematch": "new games",
    "games:invite": "invitations",
    "games:paste_invitation": "invitations",
    "games:records": "large work",
    "games:export_records": "large work",
    "accounts:data": "large work",
}
_READS = {"games:export_records", "accounts:data"}
"""What counts although it changes nothing: each takes seconds."""
# Staff have work to do; the API counts by itself; a mail provider knows a secret.
_WITHOUT = ("admin:", "api:", "anymail:")
_SHORT_REST = 60
_ALLAUTH = "allauth.account"
_ACTIONS = {
    "account_login": "login",
    "account_signup": "signup",
    "account_reset_password": "reset_password",
    "account_reset_password_from_key": "reset_password_from_key",
    "account_email": "manage_email",
    "account_change_password": "change_password",
    "account_set_password": "change_password",
    "account_reauthenticate": "reauthenticate",
}
"""Which of django-allauth's limits its pages count for."""

Answer = Callable[[HttpRequest], HttpResponse]


def limit_of(view_name: str) -> str | None:
    """The limit that presses of the view with this name count for; None if they count nowhere."""
    if view_name.startswith(_WITHOUT):
        return None
    if "report" in view_name:
        return "reports"
    return _LIMITS.get(view_name, "all others")


class LimitPresses:
    """Middleware that refuses what comes too often, before its view is called."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        """The refusal, or None to go on."""
        name = request.resolver_match.view_name if request.resolver_match else ""
        counts = request.method == "POST" or name in _READS
        limit = limit_of(name) if counts else None
        if limit is None:
            return None
        wait = _wait(request, group=limit, key="user_or_ip", rate=settings.PAGE_LIMITS[limit])
        if not wait and name in WITHOUT_ACCOUNT and not request.user.is_authenticated:
            wait = _wait(request, group="guests", key="ip", rate=settings.GUESTS_OF_AN_ADDRESS)
        return _refusal(request, wait) if wait else None


def too_many_tries(request: HttpRequest) -> HttpResponse:
    """The answer to who tries to sign in, or has mails sent, too often."""
    wait = _rest(request)
    sentence = _("Somebody tried this very often, so it rests for {how_long}. Then try again.")
    context = {"sentence": sentence.format(how_long=_how_long(wait))}
    response = render(request, "429.html", context, status=429)
    response["Retry-After"] = str(wait)
    return response


def _rest(request: HttpRequest) -> int:
    """How many seconds until django-allauth's limits let this press pass again."""
    name = request.resolver_match.view_name if request.resolver_match else ""
    action, address = _ACTIONS.get(name, ""), request.POST.get("email", "").strip().lower()
    ends = []
    for rate in ratelimit.get_rates(app=_ALLAUTH, action=action):
        key = ratelimit.get_cache_key(
            request, app=_ALLAUTH, action=action, rate=rate, key=address, user=request.user
        )
        # When each press was made that still counts, the latest first.
        presses = cache.get(key, [])
        if len(presses) >= rate.amount:
            ends.append(presses[-1] + rate.duration)
    return max(1, ceil(max(ends) - time())) if ends else _SHORT_REST


def address_of(request: HttpRequest) -> str:
    """The address a request comes from, as far as the proxies before the site can be believed."""
    address: str = get_adapter().get_client_ip(request)
    return address


def _wait(request: HttpRequest, *, group: str, key: str, rate: str) -> int:
    """Count this press; returns how many seconds to wait, 0 if it is not too often."""
    try:
        usage = get_usage(request, group=group, key=key, rate=rate, increment=True)
    except redis.RedisError as error:
        logger.warning("Presses are not counted: %s", error)
        return 0
    return max(1, usage["time_left"]) if usage and usage["should_limit"] else 0


def _refusal(request: HttpRequest, wait: int) -> HttpResponse:
    sentence = _("That was a lot at once. Wait {how_long}, then press again. Nothing is lost.")
    sentence = sentence.format(how_long=_how_long(wait))
    if request.headers.get("HX-Request"):
        response = HttpResponse(sentence, status=429, content_type="text/plain; charset=utf-8")
    else:
        context = {"sentence": sentence, "fields": _fields(request)}
        response = render(request, "429.html", context, status=429)
    response["Retry-After"] = str(wait)
    return response


def _how_long(wait: int) -> str:
    if wait <= 90:
        return ngettext("{count} second", "{count} seconds", wait).format(count=wait)
    minutes = -(-wait // 60)
    return ngettext("{count} minute", "{count} minutes", minutes).format(count=minutes)


def _fields(request: HttpRequest) -> list[tuple[str, str]]:
    """What was sent, to be sent again by one press; nothing where that would show a password."""
    names = [name for name in request.POST if name != "csrfmiddlewaretoken"]
    if request.FILES or any("password" in name or "code" in name for name in names):
        return []
    return [(name, str(value)) for name in names for value in request.POST.getlist(name)]
