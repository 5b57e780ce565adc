"""Signed links in emails: each does one thing for one user, without signing in.

A link holds who, what it is for and what about, and a signature over these and the user's
``link_key``. A new key, as with a new password, ends all links sent before.
"""

from datetime import UTC, datetime, timedelta
from typing import Literal, NamedTuple

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractUser
from django.core import signing
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from games.people.users import player_of

Scope = Literal["choose", "unsubscribe", "turn", "invitation", "chair", "address"]
"""Choosing when to be told, one-click unsubscribing, playing one turn, answering an invitation,
taking a chair back, confirming a guest's address."""

_SEP = "."


class Link(NamedTuple):
    """What a valid link says."""

    user: AbstractUser
    parts: tuple[str, ...]
    """What it is about."""
    made_at: datetime


def sign(
    scope: Scope, *parts: str, user_id: int, link_key: str, now: datetime | None = None
) -> str:
    """Return a link's token: letters, digits, ``-``, ``_`` and dots.

    ``parts`` say what it is about, without dots.
    """
    seconds = int((now or timezone.now()).timestamp())
    said = _SEP.join((*parts, format(user_id, "x"), format(seconds, "x")))
    # No character of it is escaped in an address, or mistaken by mail programs for its end.
    return f"{said}{_SEP}{_signature(scope, said, link_key)}"


def read(token: str, scope: Scope, *, within: timedelta | None = None) -> Link | None:
    """Return what ``token`` says; None unless it is valid for ``scope``, and no older than asked.

    The user is still there and active, and has had no new password since.
    """
    said, _dot, signature = token.rpartition(_SEP)
    try:
        *parts, who, seconds = said.split(_SEP)
        user_id, made_at = int(who, 16), datetime.fromtimestamp(int(seconds, 16), UTC)
    except (ValueError, OverflowError, OSError):
        return None
    user = get_user_model()._default_manager.filter(pk=user_id, is_active=True).first()
    key = player_of(user).link_key if user else ""
    # The comparison takes the same time with or without such a user.
    right = constant_time_compare(_signature(scope, said, key), signature)
    if user is None or not right:
        return None
    if within is not None and timezone.now() - made_at > within:
        return None
    return Link(user, tuple(parts), made_at)


def _signature(scope: Scope, said: str, link_key: str) -> str:
    return signing.Signer(salt=f"games.link.{scope}.{link_key}", sep=_SEP).signature(said)
