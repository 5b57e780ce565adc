"""Lists of games: those of a user, and how many of them wait."""

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.db.models import F, Q, QuerySet

from games.models import GameInvitation, GameStatus, Seat

FINISHED_ON_A_PAGE = 20
_LAST_PAGE = 1_000_000
"""No address is taken for a later page: databases don't count that far."""

_NOT_OVER = (GameStatus.OPEN, GameStatus.RUNNING)
_OVER = (GameStatus.FINISHED, GameStatus.VOIDED)


@dataclass(frozen=True, slots=True)
class Finished:
    """A page of a user's games that are over. How many pages there are nobody counts."""

    seats: list[Seat]
    number: int
    """From 1, the latest games."""
    has_next: bool
    """Whether there are older ones."""

    @property
    def has_previous(self) -> bool:
        """Whether there are newer ones."""
        return self.number > 1


class MyGames(NamedTuple):
    """A user's seats in their games, by what the games wait for."""

    waiting_for_me: list[Seat]
    waiting_for_others: list[Seat]
    not_begun: list[Seat]
    invitations: list[GameInvitation]
    finished: Finished


def my_games(*, user: AbstractUser | AnonymousUser, page: int = 1) -> MyGames:
    """The games ``user`` sits in, in a constant number of queries.

    Each entry is the user's own seat, with its game, the game's summary, and all seats of the game
    at hand. Those that wait for the user come by deadline, then by how long they wait; the others
    with the latest first; finished games come in pages. Games the user left are not among them.
    Those that are over are found by an index, and only those that are shown are looked at.
    """
    mine = (
        # A bot's seat has no user, and neither has a stranger a key.
        Seat.objects.filter(user=user.pk, user__isnull=False, summary__left=False)
        .select_related("summary", "game__summary")
        .prefetch_related("game__seats__summary")
    )
    in_play = mine.filter(over_at__isnull=True)
    running = in_play.filter(game__summary__status=GameStatus.RUNNING)
    asked = GameInvitation.objects.filter(user=user.pk, user__isnull=False)
    return MyGames(
        waiting_for_me=list(
            running.filter(summary__to_act=True).order_by(
                F("game__summary__deadline").asc(nulls_last=True), "game__summary__began_at"
            )
        ),
        waiting_for_others=list(
            running.filter(summary__to_act=False).order_by("-game__summary__changed_at")
        ),
        not_begun=list(
            in_play.filter(game__summary__status=GameStatus.OPEN).order_by("-game__created_at")
        ),
        invitations=list(
            asked.select_related("game__summary", "game__creator")
            .prefetch_related("game__seats__summary")
            .order_by("-created_at")
        ),
        finished=_finished(mine.filter(over_at__isnull=False), page),
    )


def _finished(over: QuerySet[Seat], number: int) -> Finished:
    """Page ``number`` of ``over``, or the last if it has not as many."""
    ordered = over.order_by("-over_at", "-pk")
    start = min(max(number, 1), _LAST_PAGE) * FINISHED_ON_A_PAGE - FINISHED_ON_A_PAGE
    found = list(ordered[start : start + FINISHED_ON_A_PAGE + 1])
    if start and not found:
        start = max(over.count() - 1, 0) // FINISHED_ON_A_PAGE * FINISHED_ON_A_PAGE
        found = list(ordered[start : start + FINISHED_ON_A_PAGE + 1])
    return Finished(
        seats=found[:FINISHED_ON_A_PAGE],
        number=start // FINISHED_ON_A_PAGE + 1,
        has_next=len(found) > FINISHED_ON_A_PAGE,
    )


def users_with_games(*, over_after: datetime, running_after: datetime) -> QuerySet[Seat, int]:
    """The keys of users with a game that changed after one of these times.

    The first counts for games that are over, the second for those that are not.
    """
    over = Q(game__summary__status__in=_OVER, game__summary__changed_at__gt=over_after)
    running = Q(game__summary__status__in=_NOT_OVER, game__summary__changed_at__gt=running_after)
    return Seat.objects.filter(over | running, user__isnull=False).values_list("user", flat=True)


def count_waiting(user: AbstractUser | AnonymousUser) -> int:
    """How many games wait for ``user``."""
    return _waiting(user).count() if user.pk is not None else 0


def _waiting(user: AbstractUser | AnonymousUser) -> QuerySet[Seat]:
    return Seat.objects.filter(user=user.pk, summary__to_act=True)
