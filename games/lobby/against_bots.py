"""Games against bots alone: whom a player picks."""

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.db.models import Subquery

from games.bots.company.ratings import RATINGS
from games.bots.offered import ALIASES, CALLED, company, strength_of
from games.models import Audience, Game, Seat

MOST = 4
"""How many bots have a seat beside one person."""
_AWAY = 250
"""How far from the player's rating those are who play gently, or who are tough."""
_SEVERAL = 3


class Pick(StrEnum):
    """A choice of bots in one press."""

    GENTLE = "gentle"
    EVEN = "even"
    TOUGH = "tough"
    MINE = "mine"
    """Those of the player's last game against bots alone."""


class LastPick(NamedTuple):
    """What a player chose for their last game against bots alone."""

    bots: tuple[str, ...]
    """Characters, weakest first."""
    show_legal_sets: bool


def last_pick(user: AbstractUser | AnonymousUser) -> LastPick | None:
    """Return the last choice of ``user``, a guest too; one query.

    Bots of old games count as the characters that take their places today.
    """
    if user.pk is None:
        return None
    games = Game.objects.filter(creator=user.pk, audience=Audience.OWN, occasion="").order_by("-pk")
    seats = Seat.objects.filter(game=Subquery(games.values("pk")[:1])).exclude(bot="")
    found = list(seats.order_by("number").values_list("bot", "game__show_legal_sets"))
    if not found:
        return None
    return LastPick(in_order(bot for bot, _shown in found), found[0][1])


def picks(rating: int | None, last: LastPick | None) -> dict[Pick, tuple[str, ...]]:
    """Return the bots of each choice for a player with this rating; None if not yet known.

    Without a last game there is no choice ``Pick.MINE``. For the weakest players nobody plays
    more gently than even, for the strongest nobody is tougher: those choices are left out.
    """
    if rating is None:
        everybody = tuple(CALLED)
        found = {
            Pick.GENTLE: everybody[:_SEVERAL],
            Pick.EVEN: everybody[2 : 2 + _SEVERAL],
            Pick.TOUGH: everybody[-_SEVERAL:],
        }
    else:
        found = _around(rating)
    return found | {Pick.MINE: last.bots} if last else found


def _around(rating: int) -> dict[Pick, tuple[str, ...]]:
    """Return three characters for each choice, no two choices alike."""
    everybody = tuple(CALLED)
    even = _weakest_of_nearest(rating)
    first = {
        Pick.GENTLE: min(_weakest_of_nearest(rating - _AWAY), even - 1),
        Pick.EVEN: even,
        Pick.TOUGH: max(_weakest_of_nearest(rating + _AWAY), even + 1),
    }
    return {
        pick: everybody[place : place + _SEVERAL]
        for pick, place in first.items()
        if 0 <= place <= len(everybody) - _SEVERAL
    }


def _weakest_of_nearest(rating: int) -> int:
    return min(strength_of(name) for name in nearest(rating)[:_SEVERAL]) - 1


def usual_pick(last: LastPick | None) -> tuple[str, ...]:
    """Return who plays if the player does not choose: the last ones, for somebody new gentle."""
    return last.bots if last else picks(None, None)[Pick.GENTLE]


def nearest(rating: int) -> list[str]:
    """Return the characters, those first whose rating is nearest."""
    return sorted(CALLED, key=lambda name: abs(RATINGS[name] - rating))


def in_order(asked: Iterable[str]) -> tuple[str, ...]:
    """Return the characters for these names, weakest first; unknown names are left out."""
    known = [name for name in asked if name in CALLED or name in ALIASES]
    return tuple(sorted(company(known[: len(CALLED)]), key=strength_of))
