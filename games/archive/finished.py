"""A player's finished games."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.db.models import Prefetch, Q, QuerySet, prefetch_related_objects

from games.models import HeadToHead, Seat, SeatResult
from games.people.kinds import with_kinds

ON_A_PAGE = 20

ArchivePosition = tuple[datetime, int]
"""When a game ended, and the player's seat: a page continues there."""


class Archive(NamedTuple):
    """A page, latest game first."""

    results: list[SeatResult]
    """With game, seats and summaries prefetched."""
    older: ArchivePosition | None


def archive_of(
    *,
    player: AbstractUser,
    viewer: AbstractUser | AnonymousUser,
    before: ArchivePosition | None = None,
) -> Archive:
    """Return the player's finished games ``viewer`` may see, after ``before``.

    Others see open games and those they sat in.
    """
    found = [row for rows in _told(player, viewer) for row in _first(rows, before)]
    found.sort(key=lambda row: (row.ended_at, row.seat_id), reverse=True)
    more = len(found) > ON_A_PAGE
    found = found[:ON_A_PAGE]
    seats = with_kinds(Seat.objects.select_related("summary"))
    prefetch_related_objects(found, Prefetch("game__seats", seats))
    return Archive(found, (found[-1].ended_at, found[-1].seat_id) if more else None)


def _told(
    player: AbstractUser, viewer: AbstractUser | AnonymousUser
) -> Iterator[QuerySet[SeatResult]]:
    """Yield disjoint queries."""
    rows = SeatResult.objects.filter(user=player.pk, finished=True)
    if viewer.pk == player.pk:
        yield rows
        return
    yield rows.filter(open=True)
    met = HeadToHead.objects.filter(user=player.pk, opponent=viewer.pk)
    if viewer.pk is not None and met.exists():
        sat = SeatResult.objects.filter(user=viewer.pk, finished=True)
        yield rows.filter(open=False, game__in=sat.values("game"))


def _first(rows: QuerySet[SeatResult], before: ArchivePosition | None) -> list[SeatResult]:
    if before is not None:
        at, seat = before
        rows = rows.filter(Q(ended_at__lt=at) | Q(ended_at=at, seat__lt=seat), ended_at__lte=at)
    ordered = rows.order_by("-ended_at", "-seat_id").defer("tally").select_related("game")
    return list(ordered[: ON_A_PAGE + 1])
