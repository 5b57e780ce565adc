"""A player's games and cases."""

from datetime import datetime
from typing import NamedTuple

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.db.models import QuerySet

from games.models import Case, GameSummary, Seat, Sign, SignKind
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
    return _latest(Seat.objects.filter(user=user.pk))


def games_behind(sign: Sign) -> list[PlayedGame]:
    """Return the latest games that a sign may be about: those of both, if it is about two."""
    seats = Seat.objects.filter(user=sign.player_id)
    if sign.game_id is not None:
        seats = seats.filter(game=sign.game_id)
    elif sign.other_id is not None:
        seats = seats.filter(game__in=Seat.objects.filter(user=sign.other_id).values("game"))
    elif sign.kind == SignKind.EXPERT:
        seats = seats.filter(review__isnull=False)
    elif sign.kind == SignKind.STALLING:
        seats = seats.filter(result__won=0, result__finished=True)
    return _latest(seats)


def _latest(seats: QuerySet[Seat]) -> list[PlayedGame]:
    latest = list(seats.order_by("-game_id").values_list("game_id", flat=True)[:LATEST])
    summaries = GameSummary.objects.filter(game__in=latest)
    return [
        PlayedGame(one.game_id, one.game.name, one.get_status_display(), one.changed_at)
        for one in summaries.select_related("game").order_by("-game_id")
    ]


def cases_about(*, user: AbstractUser, viewer: AbstractUser | AnonymousUser) -> list[Case]:
    """Return the latest cases about ``user`` that ``viewer`` may read."""
    rows = cases_for(viewer).filter(player=user.pk).select_related("player", "game")
    return list(rows.order_by("-pk")[:LATEST])
