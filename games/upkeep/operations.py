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


class Figures(NamedTuple):
    """The site's figures."""

    running: int
    waiting: int
    moves: int
    """In the last minute."""
    moves_a_while: int
    """In the last hour."""
    bots: Due
    clocks: Due
    mails: Due
    posts: Due
    """Pushes and hooks."""


def figures(*, now: datetime) -> Figures:
    """Return the figures at ``now``."""
    late = now - PATIENCE
    games = dict(
        GameSummary.objects.filter(status__in=[GameStatus.RUNNING, GameStatus.OPEN])
        .values_list("status")
        .annotate(Count("pk"))
    )
    moves = _moves_since(now - A_WHILE).aggregate(
        all=Count("pk"), lately=Count("pk", filter=Q(created_at__gt=now - timedelta(minutes=1)))
    )
    untold = Notice.objects.filter(state=NoticeState.DUE, due_at__lte=late)
    return Figures(
        running=games.get(GameStatus.RUNNING, 0),
        waiting=games.get(GameStatus.OPEN, 0),
        moves=moves["lately"],
        moves_a_while=moves["all"],
        bots=_due(GameSummary.objects.filter(bot_due_at__lte=late), "bot_due_at"),
        clocks=_due(GameSummary.objects.filter(deadline__lte=late), "deadline"),
        mails=_together(
            _due(untold.filter(way=Way.MAIL), "due_at"),
            _due(_notices_to_mail(late), "due"),
        ),
        posts=_due(untold.exclude(way=Way.MAIL), "due_at"),
    )


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
