"""Lists of games for programs."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.db.models import Q, QuerySet

from games.log.store import load
from games.models import Audience, Game, GameStatus, GameSummary, Seat
from games.order.own_page import sits_with_blocked
from games.rules.records import record_of

User = AbstractUser | AnonymousUser

_AT_ONCE = 50


def games_for(*, user: User, state: GameStatus | None = None, mine: bool = False) -> QuerySet[Game]:
    """The games that ``user`` finds in lists: their own, those they are asked to, and open ones.

    Open games that wait for players are not among them where people sit with whom ``user`` keeps
    apart, as on pages. With ``mine`` only those in which they sit. With seats and summaries at
    hand, in a constant number of queries.
    """
    found = Q(pk__in=_seats_of(user).values("game"))
    if not mine:
        to_all = Q(audience=Audience.OPEN)
        if user.pk is not None:
            to_all &= ~Q(summary__status=GameStatus.OPEN) | ~Q(sits_with_blocked(user))
            found |= Q(invitations__user=user.pk)
        found |= to_all
    games = Game.objects.filter(found)
    if state is not None:
        games = games.filter(summary__status=state)
    return games.distinct().select_related("summary").prefetch_related("seats__summary")


def _seats_of(user: User) -> QuerySet[Seat]:
    if user.pk is None:
        return Seat.objects.none()
    return Seat.objects.filter(user=user.pk, summary__left=False)


def versions_of(user: User) -> Iterable[tuple[str, int]]:
    """The public id and version of each game of ``user`` that is not over; one query."""
    going = _seats_of(user).filter(game__summary__status__in=(GameStatus.OPEN, GameStatus.RUNNING))
    rows = going.values_list("game__public_id", "game__summary__version").distinct()
    return list(rows.order_by("game__public_id"))


def record_for(game: Game) -> dict[str, Any] | None:
    """The record of ``game``, which its reader may see; None while it goes on, or when voided."""
    log = load(game)
    return record_of(log.state) if log.state.over and not log.chairs.voided else None


def records_for(*, user: User, since: datetime | None) -> Iterator[dict[str, Any]]:
    """The records of the finished games that ``user`` finds in lists, oldest first, one by one.

    With ``since`` those that ended at or after that time. Each carries its id, name and end in
    ``meta``.
    """
    found = games_for(user=user, state=GameStatus.FINISHED).values("pk")
    ended = GameSummary.objects.filter(game__in=found).order_by("changed_at", "pk")
    if since is not None:
        ended = ended.filter(changed_at__gte=since)
    after = Q()
    # Pages by what was read last: no cursor stays open while somebody reads slowly.
    while page := list(ended.filter(after).select_related("game")[:_AT_ONCE]):
        for summary in page:
            record = record_for(summary.game)
            if record is not None:
                at = summary.changed_at.isoformat()
                meta = {"id": summary.game.public_id, "name": summary.game.name, "ended": at}
                yield {**record, "meta": meta}
        last = page[-1]
        after = Q(changed_at__gt=last.changed_at) | Q(changed_at=last.changed_at, pk__gt=last.pk)
