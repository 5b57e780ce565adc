"""Counts for the operator, nothing about individual games."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Count, Min, Q, QuerySet
from django.db.models.functions import Coalesce

from games.models import GameStatus, GameSummary, Move, Notice, NoticeState, PlayerNotice, Way

PATIENCE = timedelta(minutes=1)
"""Work due for longer than this is overdue; every sweep should have found it."""
A_WHILE = timedelta(hours=1)


class Due(NamedTuple):
    """Overdue work."""

    number: int
    since: datetime | None


class Games(NamedTuple):
    """Games that aren't over, by what they wait for."""

    players: int
    """That they sit down."""
    people: int
    """That one of them moves."""
    bots: int
    halted: int
    """That a moderator or the table lets them go on."""

    @property
    def running(self) -> int:
        """The number of games in progress."""
        return self.people + self.bots + self.halted


class Moves(NamedTuple):
    """Moves that were made lately."""

    minute: int
    hour: int


class Overdue(NamedTuple):
    """Overdue work by kind."""

    bots: Due
    clocks: Due
    mails: Due
    posts: Due
    """Pushes and hooks."""


def waiting_games() -> Games:
    """Return for what games wait."""
    rows = GameSummary.objects.filter(status__in=[GameStatus.RUNNING, GameStatus.OPEN])
    halted, bot = Q(halted=True), Q(bot_due_at__isnull=False)
    running = Q(status=GameStatus.RUNNING)
    found = rows.aggregate(
        players=Count("pk", filter=~running),
        people=Count("pk", filter=running & ~halted & ~bot),
        bots=Count("pk", filter=running & ~halted & bot),
        halted=Count("pk", filter=running & halted),
    )
    return Games(**found)


def moves_lately(*, now: datetime) -> Moves:
    """Return how many moves were made before ``now``."""
    lately = Q(created_at__gt=now - timedelta(minutes=1))
    found = _moves_since(now - A_WHILE).aggregate(
        hour=Count("pk"), minute=Count("pk", filter=lately)
    )
    return Moves(**found)


def overdue(*, now: datetime) -> Overdue:
    """Return what is overdue at ``now``."""
    late = now - PATIENCE
    untold = Notice.objects.filter(state=NoticeState.DUE, due_at__lte=late)
    return Overdue(
        bots=_due(GameSummary.objects.filter(bot_due_at__lte=late), "bot_due_at"),
        clocks=_due(GameSummary.objects.filter(deadline__lte=late), "deadline"),
        mails=overdue_mails(now=now),
        posts=_due(untold.exclude(way=Way.MAIL), "due_at"),
    )


def overdue_mails(*, now: datetime) -> Due:
    """Return the emails that are overdue at ``now``: about games, and from moderators."""
    late = now - PATIENCE
    untold = Notice.objects.filter(state=NoticeState.DUE, due_at__lte=late, way=Way.MAIL)
    return _together(_due(untold, "due_at"), _due(_notices_to_mail(late), "due"))


def _moves_since(then: datetime) -> QuerySet[Move]:
    """Games have an index by time, the log has none."""
    changed: Sequence[str] = list(GameStatus)
    return Move.objects.filter(
        game__summary__status__in=changed, game__summary__changed_at__gt=then, created_at__gt=then
    )


def _notices_to_mail(late: datetime) -> QuerySet[PlayerNotice]:
    rows = PlayerNotice.objects.annotate(due=Coalesce("mail_at", "created_at"))
    return rows.filter(mail_due=True, due__lte=late)


def _due(rows: QuerySet[GameSummary] | QuerySet[Notice] | QuerySet[PlayerNotice], when: str) -> Due:
    found = rows.aggregate(number=Count("pk"), since=Min(when))
    return Due(found["number"], found["since"])


def _together(one: Due, other: Due) -> Due:
    since = [when for when in (one.since, other.since) if when is not None]
    return Due(one.number + other.number, min(since, default=None))
