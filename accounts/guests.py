"""Guests: users without a password, known by their session alone."""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import wraps
from typing import Concatenate, ParamSpec

from django.conf import settings
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import get_random_string

from accounts.models import User
from games.lobby.lists import users_with_games
from games.play.chairs import leave_all

IDLE = timedelta(days=60)
"""A guest who has had no game for so long is forgotten."""
OUT_OF_REACH = timedelta(seconds=settings.SESSION_COOKIE_AGE)
"""After so long without a move a guest's unfinished game counts no more: the session is over."""

_BACKEND = "django.contrib.auth.backends.ModelBackend"

P = ParamSpec("P")


def new_guest() -> User:
    """A new guest, with a user name that nobody else has."""
    guest = User(username=f"guest-{get_random_string(16).lower()}", is_guest=True)
    guest.set_unusable_password()
    guest.save()
    return guest


def with_guest(
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Let strangers use a view for signed-in users: a POST of theirs makes them a guest."""

    @wraps(view)
    def wrapped(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if request.method == "POST" and not request.user.is_authenticated:
            login(request, new_guest(), backend=_BACKEND)
        return view(request, *args, **kwargs)

    return wrapped


def remove_idle_guests(*, now: datetime) -> int:
    """Forget guests who have had no game for 60 days; returns how many.

    A game in progress counts as long as the session that reaches it may live. Games stay whole:
    their seats keep their names and point at nobody.
    """
    busy = users_with_games(over_after=now - IDLE, running_after=now - OUT_OF_REACH)
    idle = User.objects.filter(is_guest=True, date_joined__lte=now - IDLE).exclude(pk__in=busy)
    for guest in idle.filter(seats__isnull=False).distinct():
        # A game still waiting for somebody who can't come back goes on with a bot.
        leave_all(user=guest)
    _, removed = idle.delete()
    return removed.get("accounts.User", 0)
