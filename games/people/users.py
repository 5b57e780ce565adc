"""What games know of users besides Django's own fields."""

from typing import Protocol, cast

from django.contrib.auth.models import AbstractUser


class Player(Protocol):
    """A user as games see them."""

    is_guest: bool
    is_bot: bool
    """Whether a program plays."""
    email_confirmed: bool
    appearance: str
    """The theme; empty for the browser's."""
    auto_next_game: bool
    """Whether a move leads on to the next waiting game."""
    statistics_audience: str
    """``everyone``, ``table`` or ``nobody``."""

    def name_refusal(self, name: str) -> str:
        """Return why this user can't take ``name``, or an empty string."""
        ...


def player_of(user: AbstractUser) -> Player:
    """Return ``user``, typed."""
    return cast(Player, user)


def has_account(user: object) -> bool:
    """Return whether ``user`` is signed in and no guest."""
    return isinstance(user, AbstractUser) and not player_of(user).is_guest
