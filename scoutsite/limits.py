"""Rate limits for pages; the API has its own.

A refusal loses no input: scripts keep the page, otherwise the answer repeats the form.
"""

import logging
from collections.abc import Callable
from typing import Any

import redis
from allauth.account.adapter import get_adapter
from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django_ratelimit.core import get_usage

from scoutsite.sent_again import fields_of

logger = logging.getLogger(__name__)

WITHOUT_ACCOUNT = {
    *("play", "with_friends", "create_game", "join_game", "invitation", "offered_chair"),
    *("today", "day", "same_deal"),
}
"""Views where a visitor's POST makes a guest."""

WITH_ADDRESS = {"join_game", "invitation", "offered_chair"}
"""Forms where a guest may type an address as well."""

_FOR_APPS = "tokens of apps"
"""What only programs ask."""
_LIMITS = {
    "games:move": "moves",
    "games:turn_move": "moves",
    "games:chat": "chat",
    "games:nudge": "nudges",
    **dict.fromkeys(("play", "today", "day", "same_deal"), "new games"),
    "with_friends": "new games",
    "create_game": "new games",
    "games:rematch": "new games",
    "games:play_with_friends": "new games",
    "games:invite": "invitations",
    "games:add_friend": "invitations",
    "games:paste_invitation": "invitations",
    "games:records": "large work",
    "games:export_records": "large work",
    "accounts:data": "large work",
    **dict.fromkeys(
        ("accounts:add_device", "accounts:new_hook", "accounts:try_destination"), "destinations"
    ),
    "calendar": "calendars",
    **dict.fromkeys(("oauth2_provider:token", "oauth2_provider:revoke-token"), _FOR_APPS),
    "games:result": "pictures",
    "reads_oddly": "odd sentences",
}
_READS = {"games:export_records", "games:result", "accounts:data", "calendar"}
"""Slow reads, and those by programs."""
# Staff are trusted, the API has its own limits, and email providers use a secret.
_WITHOUT = ("admin:", "api:", "anymail:")
_ACCOUNT_PAGES = {
    "account_login": "sign in",
    "account_signup": "sign up",
    "account_reset_password": "forgotten password",
    "account_reset_password_from_key": "new password",
    "account_email": "email addresses",
    "account_change_password": "change password",
    "account_set_password": "change password",
    "account_reauthenticate": "confirm identity",
    "mfa_reauthenticate": "confirm identity",
    "mfa_reauthenticate_webauthn": "confirm identity",
}
_ALLAUTH_REST = 60
"""Seconds until allauth's own limits let a request pass."""

Answer = Callable[[HttpRequest], HttpResponse]


def limit_of(view_name: str) -> str | None:
    """Return the view's limit, if any."""
    if view_name.startswith(_WITHOUT):
        return None
    if "report" in view_name:
        return "reports"
    return _LIMITS.get(view_name, "all others")


class LimitPresses:
    """Middleware: refuses excessive requests."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        name = request.resolver_match.view_name if request.resolver_match else ""
        counts = request.method == "POST" or name in _READS
        limit = limit_of(name) if counts else None
        if limit is None:
            return None
        wait = _wait(request, group=limit, key="user_or_ip", rate=settings.PAGE_LIMITS[limit])
        if not wait and name in WITHOUT_ACCOUNT and not request.user.is_authenticated:
            wait = _wait(request, group="guests", key="ip", rate=settings.GUESTS_OF_AN_ADDRESS)
        if not wait and _asks_an_address(request, name):
            wait = _address_wait(request)
        if wait:
            return _refusal_for_an_app(wait) if limit == _FOR_APPS else _refusal(request, wait)
        wait = _account_wait(request, name) if request.method == "POST" else 0
        return too_many_tries(request, wait) if wait else None


def too_many_tries(request: HttpRequest, wait: int = _ALLAUTH_REST) -> HttpResponse:
    """Answer 429."""
    sentence = _("Too many attempts. Try again in {how_long}.")
    context = {"sentence": sentence.format(how_long=_how_long(wait))}
    response = render(request, "429.html", context, status=429)
    response["Retry-After"] = str(wait)
    return response


def address_of(request: HttpRequest) -> str:
    """Return the IP address, trusting only our proxies."""
    address: str = get_adapter().get_client_ip(request)
    return address


def email_of(group: str, request: HttpRequest) -> str:
    """Return the form's email address as a key."""
    return request.POST.get("email", "").strip().lower()


def _wait(request: HttpRequest, *, group: str, key: str, rate: str) -> int:
    """Count a request; 0 seconds if counting fails."""
    try:
        return _counted(request, group=group, key=key, rate=rate)
    except redis.RedisError as error:
        logger.warning("Requests are not being counted", exc_info=error)
        return 0


def _asks_an_address(request: HttpRequest, view_name: str) -> bool:
    if view_name in WITH_ADDRESS:
        return bool(request.POST.get("email", "").strip())
    return view_name == "accounts:guest_address"


def _address_wait(request: HttpRequest) -> int:
    rates = settings.ADDRESSES_OF_GUESTS
    keys = ("ip", "user") if request.user.is_authenticated else ("ip",)
    return max(_wait(request, group="addresses", key=key, rate=rates[key]) for key in keys)


def _account_wait(request: HttpRequest, view_name: str) -> int:
    """Refuse guesses if counting fails."""
    group = _ACCOUNT_PAGES.get(view_name)
    rates = settings.ACCOUNT_PAGE_LIMITS[group] if group else ()
    return max(
        (_counted(request, group=f"account: {group}", key=key, rate=rate) for key, rate in rates),
        default=0,
    )


def _counted(request: HttpRequest, *, group: str, key: str, rate: str) -> int:
    usage = get_usage(request, group=group, key=key, rate=rate, increment=True)
    # The last second still belongs to the old period.
    return usage["time_left"] + 1 if usage and usage["should_limit"] else 0


def _refusal(request: HttpRequest, wait: int) -> HttpResponse:
    sentence = _("That was a lot at once. Try again in {how_long}. Nothing is lost.")
    sentence = sentence.format(how_long=_how_long(wait))
    if request.headers.get("HX-Request"):
        response = HttpResponse(sentence, status=429, content_type="text/plain; charset=utf-8")
    else:
        context = {"sentence": sentence, "fields": fields_of(request)}
        response = render(request, "429.html", context, status=429)
    response["Retry-After"] = str(wait)
    return response


def _refusal_for_an_app(wait: int) -> HttpResponse:
    """Refuse in the words of OAuth 2."""
    sentence = _("Too many requests. Try again later.")
    body = {"error": "temporarily_unavailable", "error_description": sentence}
    headers = {"Retry-After": str(wait), "Cache-Control": "no-store"}
    return JsonResponse(body, status=429, headers=headers)


def _how_long(wait: int) -> str:
    if wait <= 90:
        return ngettext("{count} second", "{count} seconds", wait).format(count=wait)
    minutes = -(-wait // 60)
    return ngettext("{count} minute", "{count} minutes", minutes).format(count=minutes)
