"""Bots for players who may not play."""

from typing import NamedTuple

from django.contrib.auth.models import AbstractUser

from games.lobby import leaving
from games.models import NOT_OVER, Actor, GameStatus, Seat
from games.play.chairs import keep
from games.rules.errors import RuleError


class Kept(NamedTuple):
    """What became of somebody's chairs."""

    chairs: int
    """Bots keep them now."""
    freed: int
    """Seats in games that have not begun."""


def keep_all(*, user: AbstractUser) -> Kept:
    """Put bots on the user's chairs, and free their seats in open games."""
    seats = Seat.objects.filter(user=user.pk).exclude(summary__left=True)
    going = seats.filter(game__summary__status__in=NOT_OVER)
    # In a fixed order, so that two who lock many games don't deadlock.
    rows = going.order_by("game_id", "number").values_list(
        "game_id", "number", "game__summary__status"
    )
    done = [
        _free(game_id, user) if status == GameStatus.OPEN else Kept(_keep(game_id, number), 0)
        for game_id, number, status in list(rows)
    ]
    return Kept(sum(one.chairs for one in done), sum(one.freed for one in done))


def _free(game_id: int, user: AbstractUser) -> Kept:
    try:
        leaving.leave_before_start(game_id=game_id, user=user)
    except RuleError as refused:
        if refused.code != "already_started":
            # It has been closed meanwhile.
            return Kept(0, 0)
        numbers = Seat.objects.filter(game=game_id, user=user.pk).values_list("number", flat=True)
        return Kept(sum(_keep(game_id, number) for number in numbers), 0)
    return Kept(0, 1)


def _keep(game_id: int, seat: int) -> int:
    try:
        return int(keep(game_id=game_id, seat=seat, actor=Actor.MODERATOR))
    except RuleError:
        # It has ended meanwhile.
        return 0
