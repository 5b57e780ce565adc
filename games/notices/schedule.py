"""Planning notices."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.db.models import Q

from games.log.replay import Log
from games.models import Game, GameStatus, Notice, NoticeState, Seat, SentMail, Stage
from games.models.prepared import PreparedUpdate
from games.notices.times import due_at
from games.people.recipients import Recipient, recipients
from games.people.seated import Seated

KEPT_FOR = timedelta(days=30)


class _Turn(NamedTuple):
    game_id: int
    seat: int
    user_id: int
    seq: int
    began_at: datetime
    turn_seconds: int | None


def schedule(game: Game, log: Log, seated: Sequence[Seated]) -> None:
    """Write the notices ``log`` calls for, in its transaction."""
    if log.over:
        _schedule_end(game, log, seated)
        return
    acting = () if log.paused else log.people_to_act
    turns = [
        _Turn(game.pk, seat.number, seat.user_id, log.state.seq, log.began_at, game.turn_seconds)
        for seat, *_player in seated
        if seat.number in acting and seat.user_id is not None
    ]
    known = _recipients(seated)
    _write(_notices(turns, known))
    _write_again(_notices(_offers(game, log, seated), known, stages=(Stage.OFFER,)))


def _offers(game: Game, log: Log, seated: Sequence[Seated]) -> list[_Turn]:
    """Return the seats to ask whether the game shall end: once an offer, and when a bot comes."""
    offer = log.chairs.offer
    if offer is None:
        return []
    asked = {seat for seat, since in offer.kept_since if since == log.changed_at}
    if offer.since == log.changed_at:
        asked.update(log.people)
    asked &= offer.missing(log.people, log.chairs.left)
    return [
        _Turn(game.pk, seat.number, seat.user_id, log.state.seq, log.changed_at, None)
        for seat, *_player in seated
        if seat.number in asked and seat.user_id is not None
    ]


def _recipients(seated: Sequence[Seated]) -> dict[int, Recipient]:
    return {each.recipient.user_id: each.recipient for each in seated if each.recipient}


def replan(*, user_id: int) -> None:
    """Reschedule a user's notices by new preferences."""
    waiting = Seat.objects.filter(
        user=user_id, summary__to_act=True, game__summary__status=GameStatus.RUNNING
    ).values_list(
        *("game_id", "number", "user_id", "game__summary__seq"),
        *("game__summary__began_at", "game__turn_seconds"),
    )
    turns = [_Turn(*row) for row in waiting]
    due = list(_notices(turns, recipients([user_id])))
    with transaction.atomic():
        Notice.objects.bulk_create(
            due,
            update_conflicts=True,
            update_fields=["due_at", "user"],
            unique_fields=["game", "seq", "seat", "stage"],
        )


_SEEN = PreparedUpdate(
    lambda seat, seq: (
        Seat.objects.filter(Q(seen_seq__isnull=True) | Q(seen_seq__lt=seq), pk=seat),
        {"seen_seq": seq},
    ),
    *(int, int),
)


def mark_seen(*, seat_id: int, seq: int) -> None:
    """Note that a player had the table open at decision ``seq``: no email then."""
    _SEEN(seat_id, seq)


def schedule_nudge(game: Game, log: Log, seated: Seated, *, now: datetime) -> None:
    """Write a nudge's notice for a seat's current turn; within a transaction."""
    user_id = seated.seat.user_id
    if user_id is not None:
        turn = _Turn(game.pk, seated.seat.number, user_id, log.state.seq, now, game.turn_seconds)
        _write(_notices([turn], _recipients([seated]), stages=(Stage.NUDGE,)))


def remove_old(*, now: datetime) -> int:
    """Delete old closed notices and traces of emails; return the notices' number."""
    closed = Notice.objects.exclude(state=NoticeState.DUE)
    removed, _rows = closed.filter(closed_at__lt=now - KEPT_FOR).delete()
    SentMail.objects.filter(sent_at__lt=now - KEPT_FOR).delete()
    return removed


def _schedule_end(game: Game, log: Log, seated: Sequence[Seated]) -> None:
    players = {
        seat.user_id: seat.number
        for seat, *_player in seated
        if seat.user_id is not None and seat.number not in log.chairs.left
    }
    known = _recipients(seated)
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
    known: dict[int, Recipient],
    stages: Sequence[Stage] = (Stage.TURN, Stage.LAST_CALL),
) -> Iterable[Notice]:
    for turn in turns:
        recipient = known.get(turn.user_id)
        for stage in stages if recipient else ():
            assert recipient is not None
            due = due_at(
                stage,
                began_at=turn.began_at,
                turn_seconds=turn.turn_seconds,
                preferences=recipient,
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
    rows = list(notices)
    if rows:
        Notice.objects.bulk_create(rows, ignore_conflicts=True)


def _write_again(notices: Iterable[Notice]) -> None:
    """Write notices whose reason can go and come back within a decision."""
    rows = list(notices)
    if rows:
        Notice.objects.bulk_create(
            rows,
            update_conflicts=True,
            update_fields=["user", "due_at", "state", "attempts", "closed_at"],
            unique_fields=["game", "seq", "seat", "stage"],
        )
