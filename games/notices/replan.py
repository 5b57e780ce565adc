"""Planning a user's notices anew."""

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games.log.deadlines import rest_counts
from games.models import OF_A_DAY, GameStatus, Notice, NoticeState, Seat, Stage
from games.notices.rows import Reason, rows_of, update, write_again
from games.notices.stages import WITH_A_TURN
from games.notices.times import AFTER_A_LOOK, TurnTime, next_digest, told_again_at
from games.people.recipients import Recipient, recipients

_Key = tuple[int | None, int, int, str, int]


def replan(*, user_id: int) -> None:
    """Reschedule a user's waiting turns by new preferences, also those told before."""
    known = recipients([user_id])
    seats = Seat.objects.filter(
        user=user_id, quiet=False, summary__to_act=True, game__summary__status=GameStatus.RUNNING
    )
    waiting = seats.exclude(game__occasion__in=OF_A_DAY).values_list(
        *("game_id", "number", "game__summary__seq", "seen_seq"),
        *("game__summary__began_at", "game__turn_seconds"),
        *("summary__deadline", "game__rest_counts"),
    )
    now = timezone.now()
    turns: list[Notice] = []
    calls: list[Notice] = []
    with transaction.atomic():
        there = _there(user_id)
        for game_id, seat, seq, seen_seq, began_at, seconds, deadline, rests in waiting:
            counts = rest_counts(turn_seconds=seconds, wanted=rests)
            time = TurnTime(began_at, seconds, deadline, counts)
            turn = Reason(Stage.TURN, user_id, game_id, seat, seq, began_at, time)
            seen = seen_seq is not None and seen_seq >= seq
            for row in rows_of([turn], known):
                due = _due(row, turn, known[user_id], there.get(_key_of(row)), seen, now)
                if due is not None:
                    row.due_at = due
                    turns.append(row)
            calls += rows_of([turn._replace(stage=Stage.LAST_CALL)], known)
        write_again(turns)
        # A last call that has been given stays given; one that was dropped may hold again.
        update(calls, ["due_at"])
        _revive_calls(user_id, {row.game_id for row in calls if row.game_id})


class _There(NamedTuple):
    told: int
    state: str
    due_at: datetime


def _due(
    row: Notice,
    turn: Reason,
    recipient: Recipient,
    there: _There | None,
    seen: bool,
    now: datetime,
) -> datetime | None:
    """Return when to tell of a turn from now on; None: as it is planned."""
    if recipient.tell_turns == "daily":
        return next_digest(now, zone=recipient.zone, hour=recipient.digest_hour)
    told = there is not None and there.told > 0
    if not (told or seen):
        return row.due_at
    if there is not None and there.state == NoticeState.DUE and there.due_at > now:
        return None
    if not told:
        return max(row.due_at, now + AFTER_A_LOOK)
    assert turn.time is not None
    assert there is not None
    return told_again_at(
        began_at=turn.time.began_at,
        turn_seconds=turn.time.turn_seconds,
        seen=seen,
        told=there.told,
        now=now,
        preferences=recipient,
    )


def _there(user_id: int) -> dict[_Key, _There]:
    """Return what there is of waiting turns, locked: a sender must not close it meanwhile."""
    rows = Notice.objects.select_for_update(of=("self",)).filter(
        user=user_id, stage__in=WITH_A_TURN, seq=F("game__summary__seq")
    )
    return {
        _key_of(row): _There(row.told, row.state, row.due_at)
        for row in rows.order_by("pk")
        if row.stage == Stage.TURN
    }


def _revive_calls(user_id: int, game_ids: Collection[int]) -> None:
    dropped = Notice.objects.filter(
        user=user_id,
        game__in=game_ids,
        stage=Stage.LAST_CALL,
        state=NoticeState.DROPPED,
        told=0,
        seq=F("game__summary__seq"),
    )
    dropped.update(state=NoticeState.DUE, closed_at=None)


def _key_of(row: Notice) -> _Key:
    return row.game_id, row.seat, row.seq, row.way, row.place
