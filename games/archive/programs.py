"""Lists of games for programs."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.db.models import Q, QuerySet

from games.log.store import load
from games.models import NOT_OVER, Audience, Game, GameStatus, GameSummary, Seat
from games.people.apart import sits_with_blocked
from games.rules.records import record_of

User = AbstractUser | AnonymousUser

_AT_ONCE = 50


def games_for(*, user: User, state: GameStatus | None = None, mine: bool = False) -> QuerySet[Game]:
    """Return own games, invitations, and open games without people the user is kept apart from."""
    found = Q(pk__in=_seats_of(user).values("game"))
    if not mine:
        to_all = Q(audience=Audience.OPEN)
        if user.pk is not None:
            to_all &= ~Q(summary__status=GameStatus.OPEN) | ~Q(sits_with_blocked(user.pk))
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
    """Return (public id, version) of unfinished games."""
    going = _seats_of(user).filter(game__summary__status__in=NOT_OVER)
    rows = going.values_list("game__public_id", "game__summary__version").distinct()
    return list(rows.order_by("game__public_id"))


def record_for(game: Game) -> dict[str, Any] | None:
    """Return a visible game's record; None while it runs, or if voided."""
    log = load(game)
    return record_of(log.state) if log.state.over and not log.chairs.voided else None


def records_for(*, user: User, since: datetime | None) -> Iterator[dict[str, Any]]:
    """Yield records of finished games in the user's lists, oldest first.

    ``since`` is the earliest end.
    """
    found = games_for(user=user, state=GameStatus.FINISHED).values("pk")
    ended = GameSummary.objects.filter(game__in=found).order_by("changed_at", "pk")
    if since is not None:
        ended = ended.filter(changed_at__gte=since)
    after = Q()
    # Page by the last row read: no cursor stays open for a slow client.
    while page := list(ended.filter(after).select_related("game")[:_AT_ONCE]):
        for summary in page:
            record = record_for(summary.game)
            if record is not None:
                at = summary.changed_at.isoformat()
                meta = {"id": summary.game.public_id, "name": summary.game.name, "ended": at}
                yield {**record, "meta": meta}
        last = page[-1]
        after = Q(changed_at__gt=last.changed_at) | Q(changed_at=last.changed_at, pk__gt=last.pk)
