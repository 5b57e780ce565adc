"""A player's games and cases."""

from datetime import datetime
from typing import NamedTuple

from django.contrib.auth.models import AbstractUser, AnonymousUser

from games.models import Case, GameSummary, Seat
from games.order.own_cases import cases_for

LATEST = 20


class PlayedGame(NamedTuple):
    """A player's game."""

    pk: int
    name: str
    status: str
    changed_at: datetime


def latest_games(*, user: AbstractUser) -> list[PlayedGame]:
    """Return the latest games by creation."""
    seats = Seat.objects.filter(user=user.pk).order_by("-game_id")
    latest = list(seats.values_list("game_id", flat=True)[:LATEST])
    summaries = GameSummary.objects.filter(game__in=latest)
    return [
        PlayedGame(one.game_id, one.game.name, one.get_status_display(), one.changed_at)
        for one in summaries.select_related("game").order_by("-game_id")
    ]


def cases_about(*, user: AbstractUser, viewer: AbstractUser | AnonymousUser) -> list[Case]:
    """Return the latest cases about ``user`` that ``viewer`` may read."""
    rows = cases_for(viewer).filter(player=user.pk).select_related("player", "game")
    return list(rows.order_by("-pk")[:LATEST])
