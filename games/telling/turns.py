"""Turns that wait for users, and what became of their own plans for them."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Exists, F, OuterRef, Q, Subquery
from django.utils import timezone

from games.log.deadlines import rest_counts
from games.models import OF_A_DAY, GameStatus, Plan, PlanOutcome, Seat
from games.notices.times import TurnTime

OVERDUE = timedelta(minutes=5)
"""A notice no longer waits for a plan that is this late."""


class Turn(NamedTuple):
    """A decision that waits for a user."""

    user_id: int
    seat: int
    name: str
    """At the table."""
    seen_seq: int | None
    nudged_by: int | None
    left: bool
    game_id: int
    public_id: str
    game: str
    players: int
    turn_seconds: int | None
    version: int
    seq: int
    round_number: int
    began_at: datetime
    deadline: datetime | None
    rest_wanted: bool
    planned: bool = False
    """Whether a plan waits to be played."""
    misfit: str | None = None
    """The orders of a plan that didn't fit, as they are kept."""

    @property
    def time(self) -> TurnTime:
        counts = rest_counts(turn_seconds=self.turn_seconds, wanted=self.rest_wanted)
        return TurnTime(self.began_at, self.turn_seconds, self.deadline, counts)

    @property
    def seen(self) -> bool:
        return self.seen_seq is not None and self.seen_seq >= self.seq


COLUMNS = (
    *("user_id", "number", "name", "seen_seq", "nudged_by", "summary__left"),
    *("game_id", "game__public_id", "game__name", "game__players", "game__turn_seconds"),
    *("game__summary__version", "game__summary__seq", "game__summary__round_number"),
    *("game__summary__began_at", "summary__deadline", "game__rest_counts"),
)
"""The facts of a ``Turn``, in order, without what its player has planned."""


_MISFIT = Subquery(
    PlanOutcome.objects.filter(
        seat=OuterRef("pk"), seq=OuterRef("game__summary__seq"), version=None
    ).values("tried")[:1]
)


def _planned(now: datetime) -> Exists:
    """Whether there is a plan, and it is not overdue: whatever goes wrong, players are told."""
    then = now - OVERDUE
    waits = Q(due_at__gt=then) | Q(due_at=None, seat__game__summary__began_at__gt=then)
    # One that waits for the end of a holiday may come too late.
    in_time = Q(due_at=None) | Q(seat__summary__deadline=None)
    in_time |= Q(due_at__lt=F("seat__summary__deadline"))
    return Exists(Plan.objects.filter(waits, in_time, seat=OuterRef("pk")))


def waiting_turns(user_ids: Collection[int]) -> dict[int, list[Turn]]:
    """Return waiting turns per user by deadline, then waiting time, none of quiet games.

    One query.
    """
    rows = (
        Seat.objects.filter(
            user__in=user_ids,
            summary__to_act=True,
            summary__kept=False,
            summary__left=False,
            quiet=False,
            game__summary__status=GameStatus.RUNNING,
            game__summary__paused_since=None,
            game__summary__halted=False,
        )
        # A day's deal is at its player's own pace.
        .exclude(game__occasion__in=OF_A_DAY)
        .order_by(F("summary__deadline").asc(nulls_last=True), "game__summary__began_at", "pk")
        .annotate(planned=_planned(timezone.now()), misfit=_MISFIT)
        .values_list(*COLUMNS, "planned", "misfit")
    )
    return _by_user(Turn(*row) for row in rows)


def standing_turns(
    turns: Collection[tuple[int | None, int, int]],
) -> frozenset[tuple[int, int, int]]:
    """Return those (game, seat, decision) that may wait for their player again; one query.

    A moderator or bots hold the game up, a bot keeps the chair, or the clock is about to decide.
    """
    games = {game_id for game_id, _seat, _seq in turns if game_id is not None}
    if not games:
        return frozenset()
    held_up = Q(game__summary__halted=True) | Q(game__summary__paused_since__isnull=False)
    seats = Seat.objects.filter(
        held_up | Q(summary__kept=True) | Q(summary__to_act=True),
        game__in=games,
        game__summary__status=GameStatus.RUNNING,
        summary__left=False,
        quiet=False,
    )
    rows = seats.values_list("game_id", "number", "game__summary__seq")
    return frozenset(row for row in rows if row in turns)


def _by_user(turns: Iterable[Turn]) -> dict[int, list[Turn]]:
    found: dict[int, list[Turn]] = defaultdict(list)
    for turn in turns:
        found[turn.user_id].append(turn)
    return found
