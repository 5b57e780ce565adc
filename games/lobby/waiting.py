"""What waits for a user."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from operator import itemgetter
from typing import NamedTuple

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.db.models import Count, DateTimeField, Max, Q, Sum, Value

from games.lobby.news import Unread, unread_counts, unread_of
from games.models import GameInvitation, Notice, NoticeState, Seat, Stage
from games.models.prepared import Prepared

_TURN = Stage.TURN.value
_NEVER = datetime.max.replace(tzinfo=UTC)
# One query for every page: each turn that waits, and each piece of unread news.
_WAITING = Prepared(
    lambda user: (
        Seat.objects.filter(user=user, summary__to_act=True)
        .order_by()
        .annotate(stage=Value(_TURN))
        .values_list(*("game__public_id", "stage", "summary__deadline", "game__summary__began_at"))
        .union(
            unread_of(user)
            .order_by()
            .annotate(no_deadline=Value(None, DateTimeField()))
            .values_list("game__public_id", "stage", "no_deadline", "due_at"),
            all=True,
        )
    ),
    int,
)


@dataclass(frozen=True, slots=True)
class Waiting:
    """Games that wait for a user."""

    public_ids: tuple[str, ...]
    """Nearest deadline first; a game with two of the user's seats may repeat."""
    news: tuple[Unread, ...] = ()
    """Unread, latest first."""

    @property
    def count(self) -> int:
        """Turns that wait, and unread news."""
        beside = sum(each.counts_beside(self.public_ids) for each in self.news)
        return len(self.public_ids) + beside

    def after_a_look_at(self, public_id: str) -> "Waiting":
        """Return what waits once the news of this game have been read at its table."""
        left = (each for each in self.news if each.public_id != public_id or each.waits)
        return replace(self, news=tuple(left))

    def next_but(self, public_id: str) -> "NextGame | None":
        others = [each for each in self.public_ids if each != public_id]
        return NextGame(others[0], len(others)) if others else None


@dataclass(frozen=True, slots=True)
class NextGame:
    """Another such game."""

    public_id: str
    count: int


def waiting_games(user: AbstractUser | AnonymousUser) -> Waiting:
    """Return the games and news that wait for ``user``; one query."""
    if user.pk is None:
        return Waiting(())
    rows = _WAITING(user.pk)
    turns = [(deadline or _NEVER, at, game) for game, stage, deadline, at in rows if stage == _TURN]
    news = [(at, Unread(game, stage)) for game, stage, _none, at in rows if stage != _TURN]
    return Waiting(
        tuple(game for _deadline, _began_at, game in sorted(turns)),
        tuple(unread for _at, unread in sorted(news, key=itemgetter(0), reverse=True)),
    )


def counts_for(user_ids: Collection[int]) -> dict[int, int]:
    """Return how many games and news wait for each of these users; two queries."""
    turns = Seat.objects.filter(user__in=user_ids, summary__to_act=True)
    rows = turns.values("user").annotate(count=Count("pk")).values_list("user_id", "count")
    counts = {user_id: count for user_id, count in rows if user_id is not None}
    for user_id, count in unread_counts(user_ids).items():
        counts[user_id] = counts.get(user_id, 0) + count
    return counts


class ListsState(NamedTuple):
    """Changes whenever one of a user's lists does."""

    waiting: int
    games: int
    rows: int
    """Total rows in the games' logs."""
    revisions: int
    changed_at: str
    invitations: int
    unread: int


def lists_state(user: AbstractUser | AnonymousUser) -> ListsState:
    """Return the state of the user's lists."""
    if user.pk is None:
        return ListsState(0, 0, 0, 0, "", 0, 0)
    found = Seat.objects.filter(user=user.pk).aggregate(
        waiting=Count("pk", filter=Q(summary__to_act=True)),
        games=Count("pk"),
        rows=Sum("game__summary__version"),
        revisions=Sum("game__revision"),
        changed_at=Max("game__summary__changed_at"),
    )
    asked = GameInvitation.objects.filter(user=user.pk).count()
    unread = Notice.objects.filter(user=user.pk, state=NoticeState.UNREAD).count()
    return ListsState(
        waiting=found["waiting"],
        games=found["games"],
        rows=found["rows"] or 0,
        revisions=found["revisions"] or 0,
        changed_at=str(found["changed_at"] or ""),
        invitations=asked,
        unread=unread,
    )
