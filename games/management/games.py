"""The games a command works on."""

from argparse import ArgumentParser
from collections.abc import Sequence
from datetime import datetime

from django.core.management.base import CommandError
from django.db.models import Q, QuerySet

from games.models import Game, GameStatus


def add_games_argument(parser: ArgumentParser) -> None:
    """Add optional identifiers of games."""
    parser.add_argument(
        "games", nargs="*", metavar="GAME", help="the identifier in its URL; default: all"
    )


def chosen_games(public_ids: Sequence[str]) -> QuerySet[Game]:
    """Return these games, or all. Raise ``CommandError`` for unknown ones."""
    games = Game.objects.order_by("pk")
    if not public_ids:
        return games
    chosen = games.filter(public_id__in=public_ids)
    missing = set(public_ids) - set(chosen.values_list("public_id", flat=True))
    if missing:
        raise CommandError(f"There is no game {', '.join(sorted(missing))}.", returncode=2)
    return chosen


def touched_since(since: datetime) -> QuerySet[Game]:
    """Return the games whose summaries say that their logs have grown since, or are missing."""
    # With every status, so that the index by status and time is used.
    lately = Q(summary__status__in=list(GameStatus), summary__changed_at__gte=since)
    return Game.objects.filter(lately | Q(summary=None)).order_by("pk")
