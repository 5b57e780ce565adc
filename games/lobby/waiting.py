"""What waits for a user: how many games, and which is next."""

from dataclasses import dataclass
from typing import NamedTuple

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.db.models import Count, F, Max, Q, Sum

from games.models import GameInvitation, Seat


@dataclass(frozen=True, slots=True)
class NextGame:
    """Another game that waits for a user."""

    public_id: str
    count: int
    """How many others wait."""


def next_game(user: AbstractUser | AnonymousUser, *, but: str) -> NextGame | None:
    """The game with the nearest deadline that waits for ``user``; None if none does.

    ``but`` is the public id of a game that does not count: the one at hand.
    """
    if user.pk is None:
        return None
    waiting = (
        Seat.objects.filter(user=user.pk, summary__to_act=True)
        .exclude(game__public_id=but)
        .order_by(F("game__summary__deadline").asc(nulls_last=True), "game__summary__began_at")
    )
    found = list(waiting.values_list("game__public_id", flat=True))
    return NextGame(found[0], len(found)) if found else None


class ListsState(NamedTuple):
    """What all of a user's lists depend on: enough to say whether one of them has changed."""

    waiting: int
    """How many games wait."""
    games: int
    rows: int
    """Everything that was ever appended to the logs of these games."""
    revisions: int
    changed_at: str
    invitations: int


def lists_state(user: AbstractUser | AnonymousUser) -> ListsState:
    """The state of the lists of ``user``, in two small queries."""
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
