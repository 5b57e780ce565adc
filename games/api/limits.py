"""Rate limits by account or address."""

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

import redis
from django.conf import settings
from django.db import transaction
from django_ratelimit.core import get_usage
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.throttling import AnonRateThrottle, SimpleRateThrottle, UserRateThrottle

from games.people.addresses import address_of

if TYPE_CHECKING:
    from rest_framework.views import APIView

_LIKE_PAGES = {
    **dict.fromkeys(("api:games", "api:rematch", "api:commitments"), "new games"),
    **dict.fromkeys(("api:invite", "api:friends"), "invitations"),
    "api:chat": "chat",
    "api:join": "all others",
}
"""The pages' limits that endpoints share."""

Told = TypeVar("Told")

logger = logging.getLogger(__name__)


class Lenient(SimpleRateThrottle):
    """A limit that allows everything while the cache is down."""

    def allow_request(self, request: Request, view: "APIView") -> bool:
        try:
            return super().allow_request(request, view)
        except redis.RedisError as error:
            logger.warning("Requests are not counted", exc_info=error)
            return True

    def throttle_failure(self) -> bool:
        """Forget requests of the future: the clock has been set back, and they would count on."""
        limit, seconds = self.parse_rate(self.rate)
        past = [at for at in self.history if at <= self.now + (seconds or 0)]
        if len(past) < (limit or 0):
            self.history = past
            return bool(self.throttle_success())
        return bool(super().throttle_failure())


class AccountLimit(Lenient, UserRateThrottle):
    """The limit for an account, and for each app that acts for it."""

    scope = "account"

    def get_cache_key(self, request: Request, view: "APIView") -> str | None:
        if not (request.user and request.user.is_authenticated):
            return None
        key = super().get_cache_key(request, view)
        # Of several apps that act for somebody, none takes the others' share.
        app = getattr(request.auth, "client_id", "")
        return f"{key}-{app}" if app else key


class StrangerLimit(Lenient, AnonRateThrottle):
    """The limit for an address without an account."""

    scope = "stranger"

    def get_ident(self, request: Request) -> str:
        return address_of(request._request)


class AccountRecordsLimit(AccountLimit):
    """The limit for an account's pages of records."""

    scope = "records-of-an-account"


class StrangerRecordsLimit(StrangerLimit):
    """The limit for pages of records without an account."""

    scope = "records-of-a-stranger"


def limited(request: Request, act: Callable[[], Told]) -> Told:
    """Do ``act`` if the pages' limit for it allows, and count it once it is done.

    If it refuses, nothing is counted. Raise ``Throttled`` if the limit is used up; what became one
    too many meanwhile is undone.
    """
    match = request.resolver_match
    group = _LIKE_PAGES.get(match.view_name) if match else None
    if request.method != "POST" or group is None:
        return act()
    _check(request, group)
    with transaction.atomic():
        told = act()
        _check(request, group, one_more=True)
    return told


def _check(request: Request, group: str, *, one_more: bool = False) -> None:
    """Raise ``Throttled`` if there is no room for another, or for the one that is counted now."""
    rate = settings.PAGE_LIMITS[group]
    try:
        usage = get_usage(request, group=group, key="user_or_ip", rate=rate, increment=one_more)
    except redis.RedisError as error:
        logger.warning("Requests are not counted", exc_info=error)
        return
    if usage and usage["count"] + (not one_more) > usage["limit"]:
        # The last second still belongs to the old period.
        raise Throttled(usage["time_left"] + 1)
