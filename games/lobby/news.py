"""Unread news: what a user is told on the site, until they have read it. Reads only."""

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

from django.contrib.auth.models import AbstractUser
from django.db.models import (
    BooleanField,
    Count,
    Exists,
    ExpressionWrapper,
    OuterRef,
    Q,
    QuerySet,
)

from games.models import GameInvitation, GameStatus, Notice, NoticeState, Seat, Stage, Way
from games.notices.stages import ASKED, TO_ANSWER

LATEST = 50

_WHILE_IT_LASTS = (
    *ASKED,
    *(Stage.KEPT, Stage.OFFER, Stage.REWIND, Stage.PAUSED, Stage.STARTED, Stage.NUDGE, Stage.SOON),
)


class Unread(NamedTuple):
    """A piece of unread news."""

    public_id: str | None
    """The game's; None if it isn't about a game."""
    stage: str

    @property
    def waits(self) -> bool:
        """Whether it wants an answer, and so stays unread until there is one."""
        return self.stage in TO_ANSWER

    def counts_beside(self, waiting: Collection[str]) -> bool:
        """Return whether it counts beside the turns that wait in games with these addresses.

        A nudge counts with its turn, and so does a start as long as the first turn waits; as in
        `unread_counts`.
        """
        if self.stage == Stage.STARTED:
            return self.public_id not in waiting
        return self.stage != Stage.NUDGE


def holding(news: QuerySet[Notice]) -> QuerySet[Notice]:
    """Return those whose reason still holds; others are history, not news that waits."""
    invited = GameInvitation.objects.filter(game=OuterRef("game"), user=OuterRef("user"))
    mine = Seat.objects.filter(
        game=OuterRef("game"),
        number=OuterRef("seat"),
        user=OuterRef("user"),
        summary__left=False,
    )
    soon = mine.filter(game__summary__status=GameStatus.OPEN, game__starts_at__isnull=False)
    running = mine.filter(game__summary__status=GameStatus.RUNNING)
    kept = running.filter(summary__kept=True)
    asked = running.filter(game__summary__offered_at__isnull=False, summary__agrees=False)
    to_rewind = running.filter(
        game__summary__asked_at__isnull=False, summary__agrees_to_rewind=False
    )
    nudged = running.filter(summary__to_act=True, game__summary__seq=OuterRef("seq"))
    paused = running.filter(game__summary__paused_since__isnull=False)
    return news.filter(
        ~Q(stage__in=_WHILE_IT_LASTS)
        | Q(Exists(invited), stage__in=ASKED)
        | Q(Exists(kept), stage=Stage.KEPT)
        | Q(Exists(nudged), stage=Stage.NUDGE)
        | Q(Exists(asked), stage=Stage.OFFER)
        | Q(Exists(to_rewind), stage=Stage.REWIND)
        | Q(Exists(paused), stage=Stage.PAUSED)
        | Q(Exists(running), stage=Stage.STARTED)
        | Q(Exists(soon), stage=Stage.SOON)
    )


def unread_of(user_id: int) -> QuerySet[Notice]:
    """Return a user's unread news that hold."""
    return holding(Notice.objects.filter(user=user_id, state=NoticeState.UNREAD))


def unread_counts(user_ids: Collection[int]) -> dict[int, int]:
    """Return how many unread news count beside turns, as `Unread` says; one query."""
    unread = Notice.objects.filter(user__in=user_ids, state=NoticeState.UNREAD)
    waiting = Seat.objects.filter(
        game=OuterRef("game"), user=OuterRef("user"), summary__to_act=True
    )
    counted = holding(unread).exclude(stage=Stage.NUDGE)
    counted = counted.exclude(Q(Exists(waiting)) & Q(stage=Stage.STARTED))
    rows = counted.values("user").annotate(count=Count("pk"))
    return dict(rows.values_list("user_id", "count"))


class NewsItem(NamedTuple):
    """A piece of news, read or not."""

    stage: str
    public_id: str
    """The game's; empty if it isn't about one."""
    game: str
    creator: AbstractUser | None
    """Of the game."""
    text: str
    """The moderators' words."""
    at: datetime
    unread: bool
    waits: bool
    """Whether an answer is still wanted."""


def latest_news(
    user_id: int, *, unread: bool = False, stages: Collection[str] = ()
) -> list[NewsItem]:
    """Return the latest news, or only unread ones that hold, or some ``stages``; one query."""
    rows = Notice.objects.filter(user=user_id, way=Way.SITE)
    if stages:
        rows = rows.filter(stage__in=stages)
    if unread:
        rows = holding(rows.filter(state=NoticeState.UNREAD))
    still = Q(Exists(holding(Notice.objects.filter(pk=OuterRef("pk"))).values("pk")))
    rows = rows.annotate(holds=ExpressionWrapper(still, BooleanField()))
    related = rows.select_related("game__creator", "about").order_by("-due_at", "-pk")
    return [
        NewsItem(
            stage=row.stage,
            public_id=row.game.public_id if row.game else "",
            game=row.game.name if row.game else "",
            creator=row.game.creator if row.game else None,
            text=row.about.text if row.about else "",
            at=row.due_at,
            unread=row.state == NoticeState.UNREAD and row.holds,
            waits=row.stage in TO_ANSWER and row.holds,
        )
        for row in related[:LATEST]
    ]
