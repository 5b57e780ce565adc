"""Tokens with which programs act for an account: made, listed, revoked."""

from typing import NamedTuple

from django.utils.translation import gettext as _

from accounts.becoming import name_seats
from accounts.models import AccessToken, Scope, User
from games.results.rating_history import sits_in_a_rated_game
from games.results.ratings import list_or_hide

MOST_TOKENS = 20
"""So many tokens an account may have at the same time."""


class TooManyTokensError(Exception):
    """The account has as many tokens as it may have."""


class PlaysRatedError(Exception):
    """The account sits in a rated game, and those are for people."""


class MadeToken(NamedTuple):
    """A new token; ``secret`` is known now and never again."""

    row: AccessToken
    secret: str


def make_token(*, user: User, name: str, scope: str) -> MadeToken:
    """A new token of ``user``; ``TooManyTokensError`` when there are enough."""
    if AccessToken.objects.filter(user=user).count() >= MOST_TOKENS:
        raise TooManyTokensError(_("You have enough tokens. Revoke one that you don’t need."))
    row, secret = AccessToken.objects.create(user, name=name, scope=Scope(scope))
    return MadeToken(row, secret)


def tokens_of(user: User) -> list[AccessToken]:
    """The tokens of ``user``, the newest first."""
    return list(AccessToken.objects.filter(user=user).order_by("-created"))


def mark_bot(user: User, *, is_bot: bool) -> None:
    """Say that only programs play for ``user``, or that a person does; all seats show it.

    Programs stand on no leaderboard. ``PlaysRatedError`` while ``user`` sits in a rated game.
    """
    if is_bot and sits_in_a_rated_game(user=user):
        raise PlaysRatedError(
            _("You sit in a rated game, and these are for people. Finish or leave it first.")
        )
    user.is_bot = is_bot
    user.save(update_fields=["is_bot"])
    name_seats(user)
    list_or_hide(user=user)
