"""What games know of users besides Django's own fields."""

from datetime import date, datetime
from typing import Protocol, cast

from django.contrib.auth.models import AbstractUser


class Player(Protocol):
    """A user as games see them."""

    is_guest: bool
    is_bot: bool
    """Whether a program plays."""
    email_confirmed: bool
    address_confirmed_at: datetime | None
    """Since when; None if it isn't."""
    language: str
    """The code of the language they read; empty where it isn't known."""
    appearance: str
    """The theme; empty for the browser's."""
    taste: str
    """How they like tables (``games.people.taste``); empty for the browser's."""
    auto_next_game: bool
    """Whether a move leads on to the next waiting game."""
    turn_links: bool
    """Whether emails may let them play without signing in."""
    plans_at_night: bool
    """Whether their plans are played in quiet hours too."""
    last_seen: date | None
    link_key: str
    """Part of every signed link in emails: a new one ends them all."""
    statistics_audience: str
    """``everyone``, ``table`` or ``nobody``."""
    may_be_listed: bool
    """Whether others may put them on their list of friends."""
    shows_presence: bool
    """Whether friends see when they are here."""
    practice_from_games: bool
    """Whether positions from their games may be practised, without names."""

    @property
    def may_play_by_link(self) -> bool:
        """Whether a link in an email may play a turn."""
        ...

    def name_refusal(self, name: str) -> str:
        """Return why this user can't take ``name``, or an empty string."""
        ...


def player_of(user: AbstractUser) -> Player:
    """Return ``user``, typed."""
    return cast(Player, user)


def has_account(user: object) -> bool:
    """Return whether ``user`` is signed in and no guest."""
    return isinstance(user, AbstractUser) and not player_of(user).is_guest
