"""The account's or the browser's time zone."""

from collections.abc import Callable
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.models import User

COOKIE = "timezone"
"""Set by zone.js."""
DEFAULT = "UTC"

# Kept in the zone database for old programs; nobody would choose one.
_OLD = ("Etc/", "SystemV/", "US/", "posix/", "right/")


@cache
def zones() -> list[str]:
    """Return all zones to choose from."""
    return sorted(
        {name for name in available_timezones() if "/" in name and not name.startswith(_OLD)}
        | {DEFAULT}
    )


@cache
def _known() -> frozenset[str]:
    return frozenset(available_timezones())


def is_zone(name: str) -> bool:
    """Return whether the zone exists."""
    return name in _known()


def zone_of_browser(request: HttpRequest) -> str:
    """Return the browser's zone, or UTC."""
    name = request.COOKIES.get(COOKIE, "").replace("%2F", "/")
    return name if is_zone(name) else DEFAULT


def zone_of(request: HttpRequest) -> str:
    """Return the zone to show times in."""
    if settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return zone_of_browser(request)
    user = request.user
    if isinstance(user, User) and not user.is_guest and is_zone(user.time_zone):
        return user.time_zone
    return zone_of_browser(request)


def activate_time_zone(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: show times in the viewer's zone."""

    def middleware(request: HttpRequest) -> HttpResponse:
        with timezone.override(ZoneInfo(zone_of(request))):
            return get_response(request)

    return middleware
