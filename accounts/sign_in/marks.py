"""What a request says of browser and network, for marks."""

from typing import Any

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.contrib.auth.signals import user_logged_in
from django.http import HttpRequest
from django.utils import timezone

from games.order.signs.marks import note_marks
from games.people.addresses import client_of


def note_here(request: HttpRequest, user: AbstractUser) -> None:
    """Keep the marks of where ``user`` is signed in.

    The cookie of forms is this browser's alone. Signing in renews it, so the one that came and the
    one that goes are both noted.
    """
    note_marks(
        user_id=user.pk,
        address=client_of(request),
        browser=request.META.get("HTTP_USER_AGENT", ""),
        cookies=(
            request.COOKIES.get(settings.CSRF_COOKIE_NAME, ""),
            request.META.get("CSRF_COOKIE", ""),
        ),
        now=timezone.now(),
    )


def note_sign_ins() -> None:
    """Connect the signal handler."""
    user_logged_in.connect(_note, dispatch_uid="accounts.sign_in.marks")


def _note(request: HttpRequest | None, user: AbstractUser, **kwargs: Any) -> None:
    if request is not None:
        note_here(request, user)
