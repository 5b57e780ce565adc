"""In which zone times are shown: the account's, or the one the browser says it is in."""

from collections.abc import Callable
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.models import User

COOKIE = "timezone"
"""Set by a script of ours, with what the browser knows."""
DEFAULT = "UTC"

# Kept in the zones' database for the sake of old programs; nobody looks for their home there.
_OLD = ("Etc/", "SystemV/", "US/", "posix/", "right/")


@cache
def zones() -> list[str]:
    """All zones that somebody may choose, by name."""
    return sorted(
        {name for name in available_timezones() if "/" in name and not name.startswith(_OLD)}
        | {DEFAULT}
    )


@cache
def _known() -> frozenset[str]:
    return frozenset(available_timezones())


def is_zone(name: str) -> bool:
    """Whether there is a zone of that name."""
    return name in _known()


def zone_of_browser(request: HttpRequest) -> str:
    """The zone the browser says it is in; UTC where it says none."""
    name = request.COOKIES.get(COOKIE, "").replace("%2F", "/")
    return name if is_zone(name) else DEFAULT


def zone_of(request: HttpRequest) -> str:
    """The zone to show times in to whoever asks."""
    if settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return zone_of_browser(request)
    user = request.user
    if isinstance(user, User) and not user.is_guest and is_zone(user.time_zone):
        return user.time_zone
    return zone_of_browser(request)


def activate_time_zone(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: show times in the reader's zone. It costs no query where nobody is signed in."""

    def middleware(request: HttpRequest) -> HttpResponse:
        with timezone.override(ZoneInfo(zone_of(request))):
            return get_response(request)

    return middleware
