"""The box that passes a finished game's deal on."""

from typing import NamedTuple

from games.models import OF_A_DAY, Audience, GameStatus, Occasion
from games.play.tables import Table
from games.words.amounts import signed


class SameDealBox(NamedTuple):
    """What the player of a game against bots can do with its deal."""

    points: str
    """Their own."""
    is_copy: bool
    """Whether they played another's deal."""


def same_deal_box(table: Table) -> SameDealBox | None:
    """Return the box; None for others, and where somebody else ever sat there."""
    people = [seat.number for seat in table.seats if not seat.bot]
    finished = table.stamp.status == GameStatus.FINISHED
    if table.game.audience != Audience.OWN or not finished or table.former:
        return None
    if table.game.occasion in OF_A_DAY:
        return None
    if table.seat is None or people != [table.seat]:
        return None
    points = sum(points[table.seat] for points in table.totals_by_round)
    return SameDealBox(signed(points), table.game.occasion == Occasion.COPY)
