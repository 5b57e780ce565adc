"""Those whose chairs others have taken: their names, and what was theirs."""

from collections.abc import Iterable, Sequence
from typing import Any

from games.log.rows import MoveRow
from games.models import ChairEvent, FormerPlayer, Kind, Seat
from games.people.kinds import kind_of


def former_players(seats: Iterable[Seat]) -> list[FormerPlayer]:
    """Return who sat in these seats before, oldest first; no query where nobody did."""
    taken = [seat.pk for seat in seats if seat.taken_at is not None]
    if not taken:
        return []
    rows: Any = FormerPlayer.objects.filter(seat__in=taken).select_related("seat")
    found = list(rows.annotate(kind=kind_of("user")).order_by("version"))
    for each in found:
        if each.user_id is None and each.was_guest:
            each.kind = Kind.GUEST
    return found


def sitting_before(former: Sequence[FormerPlayer], seat: int, version: int) -> FormerPlayer | None:
    """Return who sat at ``seat`` when the log got the row ``version``; None if they still do."""
    return next(
        (each for each in former if each.seat.number == seat and version < each.version), None
    )


def by_present_players(rows: Sequence[MoveRow]) -> list[MoveRow]:
    """Leave out what was done in a chair before it got its present player."""
    sat_down = {row.seat: row.version for row in rows if row.type == ChairEvent.NEW_PLAYER}
    return [row for row in rows if row.version >= sat_down.get(row.seat, 0)]
