"""A player's finished games."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any, NamedTuple

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.db.models import Prefetch, Q, QuerySet, prefetch_related_objects

from games.models import Audience, FormerResult, Game, HeadToHead, Seat, SeatResult
from games.people.kinds import with_kinds

ON_A_PAGE = 20

ArchivePosition = tuple[datetime, int]
"""When a game ended, and the player's seat: a page continues there."""


class Finished(NamedTuple):
    """A finished game, as one of its players has it."""

    game: Game
    """With seats and summaries prefetched."""
    seat_id: int
    ended_at: datetime
    place: int
    left: bool
    score: int | None = None
    """None for somebody whose chair another took: the points are theirs."""
    won: int = 0
    """Parts of ``WON``."""
    rated: bool = False


class Archive(NamedTuple):
    """A page, latest game first."""

    results: list[Finished]
    older: ArchivePosition | None


def archive_of(
    *,
    player: AbstractUser,
    viewer: AbstractUser | AnonymousUser,
    before: ArchivePosition | None = None,
) -> Archive:
    """Return the player's finished games ``viewer`` may see, after ``before``.

    Those in which another took the player's chair are games they left. Others see open games and
    those they sat in.
    """
    found = [*_results(player, viewer, before), *_former(player, viewer, before)]
    found.sort(key=lambda row: (row.ended_at, row.seat_id), reverse=True)
    more = len(found) > ON_A_PAGE
    found = found[:ON_A_PAGE]
    seats = with_kinds(Seat.objects.select_related("summary"))
    prefetch_related_objects([row.game for row in found], Prefetch("seats", seats))
    return Archive(found, (found[-1].ended_at, found[-1].seat_id) if more else None)


def _results(
    player: AbstractUser, viewer: AbstractUser | AnonymousUser, before: ArchivePosition | None
) -> Iterator[Finished]:
    mine = SeatResult.objects.filter(user=player.pk, finished=True)
    for rows in _told(mine, player, viewer, Q(open=True)):
        ordered = _first(rows, "ended_at", "seat", before).defer("tally").select_related("game")
        for row in ordered[: ON_A_PAGE + 1]:
            yield Finished(
                *(row.game, row.seat_id, row.ended_at, row.place, row.left),
                *(row.score, row.won, row.rated),
            )


def _former(
    player: AbstractUser, viewer: AbstractUser | AnonymousUser, before: ArchivePosition | None
) -> Iterator[Finished]:
    mine = FormerResult.objects.filter(user=player.pk, finished=True)
    at, seat = "former__seat__over_at", "former__seat"
    for rows in _told(mine, player, viewer, Q(game__audience=Audience.OPEN)):
        ordered = _first(rows, at, seat, before).defer("tally")
        for row in ordered.select_related("game", "former__seat")[: ON_A_PAGE + 1]:
            chair = row.former.seat
            assert chair.over_at is not None
            yield Finished(row.game, chair.pk, chair.over_at, row.place, left=True)


def _told(
    rows: QuerySet[Any],
    player: AbstractUser,
    viewer: AbstractUser | AnonymousUser,
    is_open: Q,
) -> Iterator[QuerySet[Any]]:
    """Yield those of ``rows`` that ``viewer`` may see, as disjoint queries."""
    if viewer.pk == player.pk:
        yield rows
        return
    yield rows.filter(is_open)
    met = HeadToHead.objects.filter(user=player.pk, opponent=viewer.pk)
    if viewer.pk is not None and met.exists():
        sat, had = (
            table.objects.filter(user=viewer.pk, finished=True).values("game")
            for table in (SeatResult, FormerResult)
        )
        yield rows.filter(Q(game__in=sat) | Q(game__in=had)).exclude(is_open)


def _first(
    rows: QuerySet[Any], at: str, seat: str, before: ArchivePosition | None
) -> QuerySet[Any]:
    if before is not None:
        ended_at, number = before
        level = Q(**{at: ended_at, f"{seat}__lt": number})
        rows = rows.filter(Q(**{f"{at}__lt": ended_at}) | level, **{f"{at}__lte": ended_at})
    return rows.order_by(f"-{at}", f"-{seat}")
