"""Bots for players who may not play."""

from django.contrib.auth.models import AbstractUser

from games.lobby import leaving
from games.models import NOT_OVER, Actor, GameStatus, Seat
from games.play.chairs import keep
from games.rules.errors import RuleError


def keep_all(*, user: AbstractUser) -> int:
    """Put bots on the user's chairs and free seats in open games; return the number of bots."""
    seats = Seat.objects.filter(user=user.pk).exclude(summary__left=True)
    going = seats.filter(game__summary__status__in=NOT_OVER)
    # In a fixed order, so that two who lock many games don't deadlock.
    rows = going.order_by("game_id", "number").values_list(
        "game_id", "number", "game__summary__status"
    )
    return sum(
        _free(game_id, user) if status == GameStatus.OPEN else _keep(game_id, number)
        for game_id, number, status in list(rows)
    )


def _free(game_id: int, user: AbstractUser) -> int:
    try:
        leaving.leave_before_start(game_id=game_id, user=user)
    except RuleError as refused:
        if refused.code != "already_started":
            # It has been closed meanwhile.
            return 0
        numbers = Seat.objects.filter(game=game_id, user=user.pk).values_list("number", flat=True)
        return sum(_keep(game_id, number) for number in numbers)
    return 0


def _keep(game_id: int, seat: int) -> int:
    try:
        return int(keep(game_id=game_id, seat=seat, actor=Actor.MODERATOR))
    except RuleError:
        # It has ended meanwhile.
        return 0
