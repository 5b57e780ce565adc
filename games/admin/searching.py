"""How moderators search for games."""

from collections.abc import Iterable
from typing import Any

from django.contrib.auth import get_user_model

from games.admin.bounded import FURTHEST
from games.models import Game, Seat
from games.people.lookalikes import looking_like

LATEST = 50_000
"""Most of the latest games searched by name."""


def games_found(words: str) -> list[int]:
    """Return the matching games' keys, latest first.

    By address, a player's account or table name, or part of the game's name. No index serves the
    last on both databases: reading ``LATEST`` names takes a fifth of a second at worst.
    """
    users = get_user_model()._default_manager.filter(looking_like(words))
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
    # By the key: counting back that many rows would read them all again.
    before = (newest.first() or 0) - LATEST
    return newest.filter(pk__gt=before, name__icontains=words)[:FURTHEST]
