"""The deadlines of a user's turns."""

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


def deadlines_of(*, user_id: int) -> list[Deadline]:
    """Return when the turns end for which the clock runs now, nearest first; one query."""
    waiting = Seat.objects.filter(
        user=user_id,
        summary__to_act=True,
        game__summary__status=GameStatus.RUNNING,
        game__summary__deadline__isnull=False,
    )
    columns = (
        *("game__public_id", "game__name", "number"),
        *("game__summary__seq", "game__summary__began_at", "game__summary__deadline"),
    )
    rows = waiting.order_by("game__summary__deadline", "pk").values_list(*columns)
    return [Deadline(*row) for row in rows]
