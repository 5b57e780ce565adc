"""How moderators search for games and cases."""

from collections.abc import Iterable
from typing import Any

from django.contrib.auth import get_user_model
from django.db.models import Q

from games.admin.bounded import FURTHEST
from games.models import Case, Game, Report, Seat
from games.people.lookalikes import looking_like

LATEST = 50_000
"""Most of the latest games searched by name."""
LATEST_REPORTS = 20_000
"""Most of the latest reports searched by words."""


def people_found(words: str) -> list[int]:
    """Return the keys of the users whose names look like ``words``, each through an index."""
    users = get_user_model()._default_manager.filter(looking_like(words))
    return list(users.values_list("pk", flat=True))


def games_found(words: str) -> list[int]:
    """Return the matching games' keys, latest first.

    By address, a player's account or table name, or part of the game's name. No index serves the
    last on both databases: reading ``LATEST`` names takes a fifth of a second at worst.
    """
    found = {
        *Game.objects.filter(public_id=words).values_list("pk", flat=True),
        *_latest(Seat.objects.filter(user__in=people_found(words))),
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


def cases_found(words: str) -> list[int]:
    """Return the matching cases' keys, latest first.

    By number, a player's or a reporter's name, a game's address, or words of the reports; no index
    serves the last, so only the latest reports are read.
    """
    people = people_found(words)
    games = list(Game.objects.filter(public_id=words).values_list("pk", flat=True))
    about = Q(player__in=people) | Q(game__in=games)
    newest = Report.objects.order_by("-pk")
    before = (newest.values_list("pk", flat=True).first() or 0) - LATEST_REPORTS
    said = Q(text__icontains=words) | Q(quote__icontains=words) | Q(answer__icontains=words)
    found = {
        *Case.objects.filter(about).order_by("-pk").values_list("pk", flat=True)[:FURTHEST],
        *newest.filter(Q(reporter__in=people) | about).values_list("case", flat=True)[:FURTHEST],
        *newest.filter(said, pk__gt=before).values_list("case", flat=True)[:FURTHEST],
    }
    if words.isdecimal() and len(words) < 10:
        found |= set(Case.objects.filter(pk=int(words)).values_list("pk", flat=True))
    return sorted(found, reverse=True)[:FURTHEST]
