"""What waits for a user."""

from dataclasses import dataclass
from typing import NamedTuple

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.db.models import Count, F, Max, Q, Sum

from games.models import GameInvitation, Seat
from games.models.prepared import Prepared

_WAITING = Prepared(
    lambda user: (
        Seat.objects.filter(user=user, summary__to_act=True)
        .order_by(F("game__summary__deadline").asc(nulls_last=True), "game__summary__began_at")
        .values_list("game__public_id", flat=True)
    ),
    int,
)


@dataclass(frozen=True, slots=True)
class Waiting:
    """Games that wait for a user."""

    public_ids: tuple[str, ...]
    """Nearest deadline first; a game with two of the user's seats may repeat."""

    @property
    def count(self) -> int:
        return len(self.public_ids)

    def next_but(self, public_id: str) -> "NextGame | None":
        others = [each for each in self.public_ids if each != public_id]
        return NextGame(others[0], len(others)) if others else None


@dataclass(frozen=True, slots=True)
class NextGame:
    """Another such game."""

    public_id: str
    count: int


def waiting_games(user: AbstractUser | AnonymousUser) -> Waiting:
    """Return the games that wait for ``user``."""
    return Waiting(tuple(_WAITING(user.pk)) if user.pk is not None else ())


class ListsState(NamedTuple):
    """Changes whenever one of a user's lists does."""

    waiting: int
    games: int
    rows: int
    """Total rows in the games' logs."""
    revisions: int
    changed_at: str
    invitations: int


def lists_state(user: AbstractUser | AnonymousUser) -> ListsState:
    """Return the state of the user's lists."""
    if user.pk is None:
        return ListsState(0, 0, 0, 0, "", 0)
    found = Seat.objects.filter(user=user.pk).aggregate(
        waiting=Count("pk", filter=Q(summary__to_act=True)),
        games=Count("pk"),
        rows=Sum("game__summary__version"),
        revisions=Sum("game__revision"),
        changed_at=Max("game__summary__changed_at"),
    )
    asked = GameInvitation.objects.filter(user=user.pk).count()
    return ListsState(
        waiting=found["waiting"],
        games=found["games"],
        rows=found["rows"] or 0,
        revisions=found["revisions"] or 0,
        changed_at=str(found["changed_at"] or ""),
        invitations=asked,
    )
