"""The deadlines of a user's turns, and the hours at which their games start."""

from datetime import datetime
from typing import NamedTuple

from games.models import GameStatus, Seat


class Deadline(NamedTuple):
    """The end of a turn's time."""

    public_id: str
    game: str
    """The game's name."""
    seat: int
    seq: int
    began_at: datetime
    at: datetime


class Start(NamedTuple):
    """A game that starts at a set hour."""

    public_id: str
    game: str
    """Its name."""
    created_at: datetime
    at: datetime


def starts_of(*, user_id: int) -> list[Start]:
    """Return when the user's games start that wait for their hour, nearest first; one query."""
    waiting = Seat.objects.filter(
        user=user_id,
        game__summary__status=GameStatus.OPEN,
        game__starts_at__isnull=False,
    )
    columns = ("game__public_id", "game__name", "game__created_at", "game__starts_at")
    return [Start(*row) for row in waiting.order_by("game__starts_at", "pk").values_list(*columns)]


def deadlines_of(*, user_id: int) -> list[Deadline]:
    """Return when the turns end for which the clock runs now, nearest first; one query."""
    waiting = Seat.objects.filter(
        user=user_id,
        summary__to_act=True,
        game__summary__status=GameStatus.RUNNING,
        summary__deadline__isnull=False,
    )
    columns = (
        *("game__public_id", "game__name", "number"),
        *("game__summary__seq", "game__summary__began_at", "summary__deadline"),
    )
    rows = waiting.order_by("summary__deadline", "pk").values_list(*columns)
    return [Deadline(*row) for row in rows]
