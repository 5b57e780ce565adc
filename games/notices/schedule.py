"""Whom to tell of what, and when: notices are rows, written with what they tell of.

What becomes of them, when their time has come, is for ``mailing`` to say.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from games.live import announce
from games.log.deadlines import nudge_from
from games.log.store import Log, load
from games.models import Game, GameStatus, Notice, NoticeState, Seat, SentMail, Stage
from games.notices.times import due_at
from games.people.recipients import Reader, readers
from games.rules.errors import RuleError

KEPT_FOR = timedelta(days=30)
"""So long notices that are closed, and the traces of mails, are kept."""


class _Turn(NamedTuple):
    game_id: int
    seat: int
    user_id: int
    seq: int
    began_at: datetime
    turn_seconds: int | None


def schedule(game: Game, log: Log, seats: Sequence[Seat]) -> None:
    """Write the notices that the state of ``log`` gives reason for; within its transaction."""
    if log.over:
        _schedule_end(game, log, seats)
        return
    acting = () if log.paused else log.people_to_act
    turns = [
        _Turn(game.pk, seat.number, seat.user_id, log.state.seq, log.began_at, game.turn_seconds)
        for seat in seats
        if seat.number in acting and seat.user_id is not None
    ]
    if turns:
        known = readers([turn.user_id for turn in turns])
        _write(_notices(turns, known))


def replan(*, user_id: int) -> None:
    """Make the notices of a user true to preferences that have changed."""
    waiting = Seat.objects.filter(
        user=user_id, summary__to_act=True, game__summary__status=GameStatus.RUNNING
    ).values_list(
        *("game_id", "number", "user_id", "game__summary__seq"),
        *("game__summary__began_at", "game__turn_seconds"),
    )
    turns = [_Turn(*row) for row in waiting]
    due = list(_notices(turns, readers([user_id])))
    with transaction.atomic():
        Notice.objects.bulk_create(
            due,
            update_conflicts=True,
            update_fields=["due_at", "user"],
            unique_fields=["game", "seq", "seat", "stage"],
        )


def mark_seen(*, seat_id: int, seq: int) -> None:
    """Note that the player of a seat had the table open at the decision ``seq``: no mail then.

    For the pages of the table. It costs one small look where nothing is new.
    """
    unseen = Seat.objects.filter(Q(seen_seq__isnull=True) | Q(seen_seq__lt=seq), pk=seat_id)
    # SQLite would take its one write lock for an update of no rows.
    if unseen.exists():
        unseen.update(seen_seq=seq)


def nudge(*, game_id: int, by_seat: int, seat: int) -> None:
    """Ask the player of ``seat`` for a move, in the name of ``by_seat``; once a turn.

    ``RuleError``: ``not_started``, ``game_over``, ``not_seated`` for one without a chair of their
    own, ``not_your_turn`` where that player is not on (or is oneself), ``too_early`` before half
    of the time is over, ``nudged_already``.
    """
    with transaction.atomic():
        game = Game.objects.select_for_update(no_key=True).get(pk=game_id)
        log = load(game)
        if log.state.round is None:
            raise RuleError("not_started", _("The game has not begun."))
        if log.over:
            raise RuleError("game_over", _("The game is over."))
        if by_seat not in log.people - log.chairs.without_player:
            raise RuleError("not_seated", _("You have no chair at this table."))
        if seat == by_seat or seat not in log.people_to_act:
            raise RuleError("not_your_turn", _("Nobody waits for them just now."))
        now = timezone.now()
        if now < nudge_from(began_at=log.began_at, turn_seconds=game.turn_seconds):
            raise RuleError("too_early", _("Give them half of their time first."))
        nudged = Seat.objects.get(game=game, number=seat)
        if nudged.nudged_seq == log.state.seq:
            raise RuleError("nudged_already", _("They were nudged for this turn already."))
        Seat.objects.filter(pk=nudged.pk).update(nudged_seq=log.state.seq)
        if nudged.user_id is not None:
            turn = _Turn(game.pk, seat, nudged.user_id, log.state.seq, now, game.turn_seconds)
            _write(_notices([turn], readers([nudged.user_id]), stages=(Stage.NUDGE,)))
        Game.objects.filter(pk=game.pk).update(revision=F("revision") + 1)
        users = Seat.objects.filter(game=game, user__isnull=False).values_list("user", flat=True)
        announce.table_changed(game, [user_id for user_id in users if user_id is not None])


def remove_old(*, now: datetime) -> int:
    """Forget closed notices and traces of mails that are old; returns how many notices."""
    closed = Notice.objects.exclude(state=NoticeState.DUE)
    removed, _rows = closed.filter(closed_at__lt=now - KEPT_FOR).delete()
    SentMail.objects.filter(sent_at__lt=now - KEPT_FOR).delete()
    return removed


def _schedule_end(game: Game, log: Log, seats: Sequence[Seat]) -> None:
    players = {
        seat.user_id: seat.number
        for seat in seats
        if seat.user_id is not None and seat.number not in log.chairs.left
    }
    known = readers(list(players)) if players else {}
    _write(
        Notice(
            game=game,
            user_id=user_id,
            seat=seat,
            seq=log.state.seq,
            stage=Stage.END,
            due_at=log.changed_at + timedelta(minutes=known[user_id].turn_mail_minutes),
        )
        for user_id, seat in players.items()
        if user_id in known and known[user_id].wants_ends
    )


def _notices(
    turns: Iterable[_Turn],
    known: dict[int, Reader],
    stages: Sequence[Stage] = (Stage.TURN, Stage.LAST_CALL),
) -> Iterable[Notice]:
    for turn in turns:
        reader = known.get(turn.user_id)
        for stage in stages if reader else ():
            assert reader is not None
            due = due_at(
                stage,
                began_at=turn.began_at,
                turn_seconds=turn.turn_seconds,
                preferences=reader,
            )
            if due is not None:
                yield Notice(
                    game_id=turn.game_id,
                    user_id=turn.user_id,
                    seat=turn.seat,
                    seq=turn.seq,
                    stage=stage,
                    due_at=due,
                )


def _write(notices: Iterable[Notice]) -> None:
    """Write those that are not there yet."""
    rows = list(notices)
    if rows:
        Notice.objects.bulk_create(rows, ignore_conflicts=True)
