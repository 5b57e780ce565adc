"""The rows of a log in words; it names seats, as the log does."""

from collections.abc import Container
from datetime import datetime
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.archive.logs import ToldRow
from games.log.standing import undone_in
from games.models import Actor, ChairEvent

_MOVES: dict[str, Promise] = {
    "orient": gettext_lazy("Keep or turn"),
    "show": gettext_lazy("Show"),
    "scout": gettext_lazy("Scout"),
    "scout_and_show": gettext_lazy("Scout & Show"),
}


class RowLine(NamedTuple):
    """A row of a log."""

    number: int | None
    """Counts moves and chair events from 1, as emails do; None: a deal."""
    at: datetime | None
    """None: with the row before."""
    seat: int | None
    """From 1; None for a deal."""
    what: str
    head: str
    """The log's from then on."""


def row_lines(rows: list[ToldRow]) -> list[RowLine]:
    """Return a line for each row, in order."""
    made = (each.row for each in rows if each.table == "move")
    undone = undone_in(
        _Row(_whole(row["version"]), str(row["type"]), _whole(row["to"] or 0)) for row in made
    )
    return [_line(each, undone) for each in rows]


class _Row(NamedTuple):
    """What says which moves are undone."""

    version: int
    type: str
    to: int


def _line(told: ToldRow, undone: Container[int]) -> RowLine:
    row, seal = told.row, told.seal
    match told.table:
        case "round":
            what = _("Round {number} is dealt").format(number=_whole(row["number"]) + 1)
            return RowLine(None, _time(row["created_at"]), None, what, seal)
        case "hand":
            return RowLine(None, None, _whole(row["seat"]) + 1, _("Its hand"), seal)
    kind = str(row["type"])
    what = str(_MOVES[kind] if kind in _MOVES else ChairEvent(kind).label)
    if row["actor"] != Actor.PLAYER:
        by = Actor(str(row["actor"])).label
        what = _("{what} (by a {who})").format(what=what, who=by)
    if _whole(row["version"]) in undone:
        what = _("{what}, taken back later").format(what=what)
    number, seat = _whole(row["version"]) + 1, _whole(row["seat"]) + 1
    return RowLine(number, _time(row["created_at"]), seat, what, seal)


def _whole(value: object) -> int:
    return int(str(value))


def _time(value: object) -> datetime:
    return datetime.fromisoformat(str(value))
