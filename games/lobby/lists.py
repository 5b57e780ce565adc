"""A user's lists of games."""

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.db.models import Prefetch, Q, QuerySet, prefetch_related_objects

from games.models import NOT_OVER, OVER, GameInvitation, GameStatus, Seat
from games.models.prepared import Prepared
from games.people.kinds import with_kinds

FINISHED_ON_A_PAGE = 20
_LAST_PAGE = 1_000_000


@dataclass(frozen=True, slots=True)
class Finished:
    """A page of ended games."""

    seats: list[Seat]
    number: int
    """From 1, latest games first."""
    has_next: bool

    @property
    def has_previous(self) -> bool:
        return self.number > 1


class MyGames(NamedTuple):
    """By what their games wait for."""

    waiting_for_me: list[Seat]
    waiting_for_others: list[Seat]
    not_begun: list[Seat]
    invitations: list[GameInvitation]
    finished: Finished


_ALL_SEATS = Prefetch("game__seats", with_kinds(Seat.objects.select_related("summary")))


def _mine(user_id: int) -> QuerySet[Seat]:
    """No user has the key 0."""
    seats = Seat.objects.filter(user=user_id, summary__left=False)
    return seats.select_related("summary", "game__summary")


_IN_PLAY = Prepared(lambda user: _mine(user).filter(over_at=None), int)
_INVITATIONS = Prepared(
    lambda user: (
        GameInvitation.objects.filter(user=user)
        .select_related("game__summary", "game__creator")
        .order_by("-created_at")
    ),
    int,
)


def my_games(*, user: AbstractUser | AnonymousUser, page: int = 1) -> MyGames:
    """Return the games ``user`` sits in and hasn't left, in a constant number of queries.

    Waiting games come by deadline, then waiting time; others latest first.
    """
    key = user.pk or 0
    in_play: list[Seat] = _IN_PLAY(key)
    invitations: list[GameInvitation] = _INVITATIONS(key)
    prefetch_related_objects(in_play, _ALL_SEATS)
    prefetch_related_objects(invitations, _ALL_SEATS)
    running = [seat for seat in in_play if seat.game.summary.status == GameStatus.RUNNING]
    waiting = [seat for seat in in_play if seat.game.summary.status == GameStatus.OPEN]
    return MyGames(
        waiting_for_me=sorted((seat for seat in running if seat.summary.to_act), key=_urgency),
        waiting_for_others=sorted(
            (seat for seat in running if not seat.summary.to_act),
            key=lambda seat: seat.game.summary.changed_at,
            reverse=True,
        ),
        not_begun=sorted(waiting, key=lambda seat: seat.game.created_at, reverse=True),
        invitations=invitations,
        finished=_finished(_mine(key).filter(over_at__isnull=False), page),
    )


def _urgency(seat: Seat) -> tuple[bool, datetime, datetime]:
    summary, deadline = seat.game.summary, seat.summary.deadline
    return deadline is None, deadline or summary.began_at, summary.began_at


def _finished(over: QuerySet[Seat], number: int) -> Finished:
    ordered = over.order_by("-over_at", "-pk").prefetch_related(_ALL_SEATS)
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
    """Return keys of users with a game changed after these times."""
    over = Q(game__summary__status__in=OVER, game__summary__changed_at__gt=over_after)
    running = Q(game__summary__status__in=NOT_OVER, game__summary__changed_at__gt=running_after)
    return Seat.objects.filter(over | running, user__isnull=False).values_list("user", flat=True)
