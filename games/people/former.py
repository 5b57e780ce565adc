"""Those whose chairs others have taken: their names, and what was theirs."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from games.models import ChairEvent, FormerPlayer, Kind, Move, Seat
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


def by_present_players(rows: QuerySet[Move]) -> QuerySet[Move]:
    """Leave out what was done in a chair before it got its present player."""
    later = Move.objects.filter(
        game=OuterRef("game"),
        seat=OuterRef("seat"),
        version__gt=OuterRef("version"),
        type=ChairEvent.NEW_PLAYER,
    )
    return rows.exclude(Exists(later))
