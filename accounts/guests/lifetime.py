"""Creating guests, and removing those who stay away."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import wraps
from typing import Concatenate, ParamSpec

from django.conf import settings
from django.contrib.auth import login
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import get_random_string, salted_hmac
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.appearance import taste_of_browser
from accounts.guests.addresses import forget
from accounts.models import Session, User
from games.lobby.leaving import leave_all
from games.lobby.lists import users_with_games
from games.models import FormerPlayer, Seat
from games.play.plans.keeping import forget_plans

IDLE = timedelta(days=60)
"""Guests without a game for this long are deleted."""
OUT_OF_REACH = timedelta(seconds=settings.SESSION_COOKIE_AGE)
"""After this long, an unfinished game's session has expired."""
TWICE = timedelta(minutes=1)
"""A second press of the same form within this time is by the guest of the first."""

_EVER = datetime.min.replace(tzinfo=UTC)
_BACKEND = "django.contrib.auth.backends.ModelBackend"

P = ParamSpec("P")


def new_guest(*, taste: str = "", name: str = "") -> User:
    """Return a new guest who reads the active language, with ``name`` or one drawn at random."""
    username = name or f"guest-{get_random_string(16).lower()}"
    guest = User(username=username, is_guest=True, taste=taste, language=get_language() or "")
    guest.set_unusable_password()
    guest.save()
    return guest


def with_guest(
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Make an anonymous visitor a guest on POST."""

    @wraps(view)
    def wrapped(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if request.method == "POST" and not request.user.is_authenticated:
            login(request, _guest_at(request), backend=_BACKEND)
        return view(request, *args, **kwargs)

    return wrapped


def _guest_at(request: HttpRequest) -> User:
    """Return a new guest, or the one whom the same form made a moment ago.

    A visitor who presses twice before the first answer comes sends the form's secret twice, which
    is this browser's alone until its next sign-in. Both presses are then by one guest.
    """
    secret, taste = request.META.get("CSRF_COOKIE"), taste_of_browser(request)
    if not secret:
        return new_guest(taste=taste)
    name = f"guest-{salted_hmac('accounts.guests', secret, algorithm='sha256').hexdigest()[:32]}"
    try:
        with transaction.atomic():
            return new_guest(taste=taste, name=name)
    except IntegrityError:
        lately = timezone.now() - TWICE
        same = User.objects.filter(username=name, is_guest=True, date_joined__gt=lately)
        return same.first() or new_guest(taste=taste)


def remove_idle_guests(*, now: datetime) -> int:
    """Delete guests without a game for 60 days, but not their games; return the number.

    Unfinished games count for as long as their session can last, and those of a guest with a
    confirmed address, who can come back from anywhere, until they are over.
    """
    busy = users_with_games(over_after=now - IDLE, running_after=now - OUT_OF_REACH)
    playing = users_with_games(over_after=now - IDLE, running_after=_EVER)
    idle = (
        User.objects.filter(is_guest=True, date_joined__lte=now - IDLE)
        .exclude(pk__in=busy)
        .exclude(~Q(mail_paused_reason="bounce"), email_confirmed=True, pk__in=playing)
    )
    for guest in idle.filter(seats__isnull=False).distinct():
        # A bot takes over where a game still waits for someone who can't come back.
        leave_all(user=guest)
    for guest in idle.filter(email_confirmed=True):
        forget(guest)
    forget_plans(Seat.objects.filter(user__in=idle))
    Session.objects.filter(user__in=idle).delete()
    # Their names stay at the tables, and must not pass for those of accounts.
    Seat.objects.filter(user__in=idle).update(was_guest=True)
    FormerPlayer.objects.filter(user__in=idle).update(name=_("Guest"), was_guest=True)
    _rows, removed = idle.delete()
    return removed.get("accounts.User", 0)
