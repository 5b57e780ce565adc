"""Games as moderators look for them: by address, by who sits there, by name."""

from collections.abc import Iterable
from typing import Any

from django.contrib.auth import get_user_model

from games.admin.bounded import FURTHEST
from games.models import Game, Seat
from games.people.name_keys import name_key

LATEST = 50_000
"""The names of so many games are searched, the latest."""


def games_found(words: str) -> list[int]:
    """The keys of the games that ``words`` may mean, ``FURTHEST`` at the most, the latest first.

    That is the game with this address, those in which a player of this name sits (however written,
    as ``name_key`` has it) or somebody is called exactly so, and those with it in their name. The
    first three go by an index each. A part of a name has none that PostgreSQL and SQLite both
    use: the names of the ``LATEST`` games are read one by one, which takes a tenth of a second or
    two at the worst, and an older game is found by its address or its players.
    """
    users = get_user_model()._default_manager.filter(name_key=name_key(words))
    found = {
        *Game.objects.filter(public_id=words).values_list("pk", flat=True),
        *_latest(Seat.objects.filter(user__in=list(users.values_list("pk", flat=True)))),
        *_latest(Seat.objects.filter(name=words)),
        *_named(words),
    }
    return sorted(found, reverse=True)[:FURTHEST]


def _latest(seats: Any) -> Iterable[int]:
    keys: Iterable[int] = seats.order_by("-game_id").values_list("game_id", flat=True)[:FURTHEST]
    return keys


def _named(words: str) -> Iterable[int]:
    newest = Game.objects.order_by("-pk").values_list("pk", flat=True)
    # By the key: counting back so many rows would read them all once more.
    before = (newest.first() or 0) - LATEST
    return newest.filter(pk__gt=before, name__icontains=words)[:FURTHEST]
