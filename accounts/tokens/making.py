"""Making and listing tokens."""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import AccessToken, User
from accounts.tokens.scopes import Scope

MOST_TOKENS = 20
"""Tokens an account may have."""
LIFETIMES = (30, 90, 365)
"""Days for which a token may be made; others are for good."""
LISTED_FOR = timedelta(days=30)
"""How long an expired token stays in its owner's list."""


class TooManyTokensError(Exception):
    """The account has too many tokens."""


class MadeToken(NamedTuple):
    """A new token; its ``secret`` is not stored."""

    row: AccessToken
    secret: str


def make_token(*, user: User, name: str, scope: str, days: int | None = None) -> MadeToken:
    """Return a new token, for ``days`` or for good. Raise ``TooManyTokensError`` at the limit."""
    if working_tokens(user).count() >= MOST_TOKENS:
        raise TooManyTokensError(
            _("You’ve reached the limit of tokens. Revoke one that you don’t need.")
        )
    lasts = None if days is None else timedelta(days=days)
    row, secret = AccessToken.objects.create(user, lasts, name=name, scope=Scope(scope))
    return MadeToken(row, secret)


def working_tokens(user: User) -> QuerySet[AccessToken]:
    """Return the user's tokens that have not expired."""
    mine: QuerySet[AccessToken] = AccessToken.objects.filter(user=user)
    return mine.exclude(expiry__lte=timezone.now())


def remove_expired(*, now: datetime) -> None:
    """Delete tokens that expired a while ago."""
    AccessToken.objects.filter(expiry__lt=now - LISTED_FOR).delete()


def tokens_of(user: User) -> list[AccessToken]:
    """Return the user's tokens, newest first."""
    return list(AccessToken.objects.filter(user=user).order_by("-created"))
