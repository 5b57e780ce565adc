"""Records as they are served: what was stored when the game ended, and today's names and kinds."""

import json
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any, NamedTuple, TypeVar

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.db.models import F, Model, Prefetch, Q, QuerySet

from games.log.store import load
from games.models import FormerPlayer, Game, GameRecord, Seat
from games.people.kinds import with_kinds
from games.play.seats import seats_of
from games.results.records import due_record, lines_in

User = AbstractUser | AnonymousUser
Row = TypeVar("Row", bound=Model)

AT_ONCE = 50
"""Records in memory at a time."""

_MEMBER = "member"
"""What records call a kind that has no badge."""


class Place(NamedTuple):
    """A place in the order of records."""

    ended_at: datetime
    address: str


class Page(NamedTuple):
    """A page of records, oldest first."""

    lines: list[str]
    """One record each."""
    last: Place | None
    """The last record's place; None if no page follows."""


def record_line(game: Game) -> str | None:
    """Return a visible game's record as JSON; None while it runs, or if voided."""
    row = GameRecord.objects.filter(pk=game.pk).first()
    # The record of a game that ended before an update may not have been made yet.
    row = row or due_record(game, load(game))
    return None if row is None else _line(row, game, seats_of(game.pk))


class Wanted(NamedTuple):
    """Which records to list."""

    since: datetime | None = None
    """The earliest end."""
    until: datetime | None = None
    """The end must be earlier."""
    player: int | None = None
    """The key of an account that sat there last."""


def page_for(
    *,
    user: User,
    wanted: Wanted = Wanted(),  # noqa: B008 (immutable)
    after: Place | None = None,
    most: int,
) -> Page:
    """Return the next records of the user's lists: open to all, own, and invited to.

    Each list is read from its index, no further than the page.
    """
    keys: set[int] = set()
    for rows, at, address in _lists_of(user, wanted.player):
        if wanted.until is not None:
            rows = rows.filter(**{f"{at}__lt": wanted.until})
        ordered = _beyond(rows, at, address, wanted.since, after)
        keys.update(row[2] for row in ordered.values_list(at, address, "game_id")[: most + 1])
    found = list(_served(GameRecord.objects.filter(pk__in=keys))[: most + 1])
    lines = [_line(row, row.game, row.game.seats.all()) for row in found[:most]]
    last = found[most - 1] if len(found) > most else None
    return Page(lines, Place(last.ended_at, last.address) if last else None)


def own_lines(*, user: AbstractUser) -> Iterator[str]:
    """Yield records of the user's finished games, oldest first."""
    sits = Seat.objects.filter(user=user.pk).values("game")
    sat = FormerPlayer.objects.filter(user=user.pk).values("seat__game")
    mine = GameRecord.objects.filter(Q(game__in=sits) | Q(game__in=sat))
    after: Place | None = None
    # Page by the last row read: no cursor stays open for a slow client.
    while page := list(_served(_beyond(mine, "ended_at", "address", None, after))[:AT_ONCE]):
        for row in page:
            yield _line(row, row.game, row.game.seats.all())
        after = Place(page[-1].ended_at, page[-1].address)


def _lists_of(user: User, player: int | None) -> Iterator[tuple[QuerySet[Any], str, str]]:
    """Yield lists, each with its columns of time and address; only games of ``player``, if any."""
    theirs = Seat.objects.filter(user=player, over_at__isnull=False)
    if player is None:
        yield GameRecord.objects.filter(open=True), "ended_at", "address"
    else:
        shown = theirs.filter(game__record__open=True).distinct()
        yield shown, "over_at", "game__record__address"
    for rows, at, address in _own_lists(user):
        game = "seat__game" if at.startswith("seat__") else "game"
        with_player = {f"{game}__in": theirs.values("game")} if player is not None else {}
        yield rows.filter(**with_player), at, address


def _own_lists(user: User) -> Iterator[tuple[QuerySet[Any], str, str]]:
    if user.pk is None:
        return
    # Also games that the user left: once over, a game is open to all who sat at its table.
    seats = Seat.objects.filter(user=user.pk, over_at__isnull=False)
    # Somebody may have two seats, as guest and as account.
    own = seats.filter(game__record__open=False).distinct()
    yield own, "over_at", "game__record__address"
    # And those in which another took the user's chair.
    had = FormerPlayer.objects.filter(user=user.pk, seat__over_at__isnull=False)
    had = had.filter(seat__game__record__open=False).annotate(game_id=F("seat__game"))
    yield had, "seat__over_at", "seat__game__record__address"
    invited = GameRecord.objects.filter(open=False, game__invitations__user=user.pk)
    yield invited, "ended_at", "address"


def _beyond(
    rows: QuerySet[Row],
    at: str,
    address: str,
    since: datetime | None,
    after: Place | None,
) -> QuerySet[Row]:
    if since is not None:
        rows = rows.filter(**{f"{at}__gte": since})
    if after is not None:
        level = Q(**{at: after.ended_at, f"{address}__gt": after.address})
        later = Q(**{f"{at}__gt": after.ended_at}) | level
        rows = rows.filter(later, **{f"{at}__gte": after.ended_at})
    return rows.order_by(at, address)


def _served(rows: QuerySet[GameRecord]) -> QuerySet[GameRecord]:
    ordered = rows.order_by("ended_at", "address")
    seats = Prefetch("game__seats", with_kinds(Seat.objects.all()))
    return ordered.select_related("game").prefetch_related(seats)


def _line(row: GameRecord, game: Game, seats: Iterable[Seat]) -> str:
    """Join text and names of seats, by number; the text is not parsed."""
    record, fixed = lines_in(row)
    by_number = list(seats)
    told = json.dumps(
        {
            "id": game.public_id,
            "name": game.name,
            "ended": row.ended_at.isoformat(),
            "names": [seat.name for seat in by_number],
            "kinds": [str(seat.kind) or _MEMBER for seat in by_number],
            "bots": [seat.bot or None for seat in by_number],
            "rated": game.rated,
        },
        separators=(",", ":"),
    )
    return f'{record[:-1]},"meta":{told[:-1]},{fixed[1:]}}}\n'
