"""Notices as rows: one for each way by which a reason is told."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import F, Q
from django.utils import timezone

from games.models import GameStatus, Notice, NoticeState, SentNotice, Way
from games.notices.stages import ABOUT_A_TURN, WITH_A_TURN
from games.notices.times import TurnTime, due_at
from games.people.recipients import Place, Recipient

KEPT_FOR = timedelta(days=30)
NEWS_KEPT_FOR = timedelta(days=90)

_SITE = Place(Way.SITE, 0)
_KEY = ("user", "game", "seq", "seat", "stage", "way", "place")


class Reason(NamedTuple):
    """Something to tell a user, by every way they have chosen."""

    stage: str
    user_id: int
    game_id: int | None = None
    seat: int = 0
    seq: int = 0
    at: datetime | None = None
    """When it happened; None: now."""
    time: TurnTime | None = None
    """The turn's, if it is about one."""
    about_id: int | None = None
    """The moderators' words."""


def rows_of(
    reasons: Iterable[Reason],
    known: Mapping[int, Recipient],
    quiet: Collection[int | None] = (),
) -> Iterator[Notice]:
    """Yield the notices of ``reasons``; those who want it ``quiet`` find them on the site alone."""
    for reason in reasons:
        recipient = known.get(reason.user_id)
        if recipient is None:
            continue
        if reason.stage not in WITH_A_TURN:
            yield _row(reason, _SITE, reason.at or timezone.now(), NoticeState.UNREAD)
        if reason.user_id in quiet:
            continue
        due = due_at(
            reason.stage,
            began_at=reason.at or timezone.now(),
            time=reason.time,
            preferences=recipient,
        )
        for place in recipient.places(reason.stage) if due else ():
            assert due is not None
            yield _row(reason, place, due, NoticeState.DUE)


def _row(reason: Reason, place: Place, due: datetime, state: NoticeState) -> Notice:
    return Notice(
        user_id=reason.user_id,
        game_id=reason.game_id,
        about_id=reason.about_id,
        seat=reason.seat,
        seq=reason.seq,
        stage=reason.stage,
        way=place.way,
        place=place.key,
        due_at=due,
        state=state,
    )


def write(notices: Iterable[Notice]) -> None:
    """Write notices that are not there already."""
    rows = list(notices)
    if rows:
        Notice.objects.bulk_create(rows, ignore_conflicts=True)


def write_again(notices: Iterable[Notice]) -> None:
    """Write notices whose reason can go and come back; how often they were told stays."""
    update(notices, ["due_at", "state", "attempts", "closed_at"])


def update(notices: Iterable[Notice], fields: list[str]) -> None:
    """Write notices; of those there already, only ``fields``."""
    rows = list(notices)
    if rows:
        Notice.objects.bulk_create(
            rows, update_conflicts=True, update_fields=fields, unique_fields=_KEY
        )


def remove_old(*, now: datetime) -> int:
    """Delete old closed notices, news nobody reads and traces of what was sent.

    Without a clock a turn may wait for months, and somebody may ask then whether its player was
    told: until it is over, what told of it stays. Return the number of notices.
    """
    over = ~Q(state__in=(NoticeState.DUE, NoticeState.UNREAD)) & Q(closed_at__lt=now - KEPT_FOR)
    forgotten = Q(state=NoticeState.UNREAD, due_at__lt=now - NEWS_KEPT_FOR)
    waiting = Notice.objects.filter(
        stage__in=ABOUT_A_TURN,
        game__turn_seconds=None,
        game__summary__status=GameStatus.RUNNING,
        game__summary__seq=F("seq"),
    )
    old = Notice.objects.filter(over | forgotten).exclude(pk__in=waiting.values("pk"))
    removed, _rows = old.delete()
    SentNotice.objects.filter(sent_at__lt=now - KEPT_FOR).delete()
    return removed
