"""What users have seen: turns at their table, and news."""

from collections.abc import Collection

from django.db.models import F, Q
from django.utils import timezone

from games.models import Notice, NoticeState, Seat, Stage
from games.models.prepared import PreparedUpdate
from games.notices.stages import TO_ANSWER
from games.notices.times import AFTER_A_LOOK

_SEEN = PreparedUpdate(
    lambda seat, seq: (
        Seat.objects.filter(Q(seen_seq__isnull=True) | Q(seen_seq__lt=seq), pk=seat),
        {"seen_seq": seq},
    ),
    *(int, int),
)


def mark_seen(*, seat_id: int, seq: int) -> None:
    """Note that a player had the table open at decision ``seq``: the first look puts off telling.

    Lists of everything that waits come at their hour, whoever has looked.
    """
    if _SEEN(seat_id, seq):
        turns = Notice.objects.filter(
            *(Q(game__seats=seat_id), Q(seat=F("game__seats__number"))),
            # Another may have sat there before, and been told of the same turn.
            Q(user=F("game__seats__user")),
            *(Q(stage=Stage.TURN), Q(seq=seq)),
            state__in=(NoticeState.DUE, NoticeState.SENT, NoticeState.FAILED),
        )
        later = timezone.now() + AFTER_A_LOOK
        waiting = turns.exclude(user__tell_turns="daily")
        waiting.update(due_at=later, state=NoticeState.DUE, attempts=0, closed_at=None)


def read_news(*, user_id: int, game_id: int | None = None, about: Collection[int] = ()) -> None:
    """Mark a user's news as read: all, those of a game, or those ``about`` moderators' notices.

    What waits for an answer stays unread.
    """
    unread = Notice.objects.filter(user=user_id, state=NoticeState.UNREAD)
    unread = unread.exclude(stage__in=TO_ANSWER)
    if game_id is not None:
        unread = unread.filter(game=game_id)
    if about:
        unread = unread.filter(about__in=about)
    unread.update(state=NoticeState.READ, closed_at=timezone.now())
