"""Sending emails: due notices are locked, checked again, and closed.

One transaction per user: a killed process loses nothing, but may repeat an email under the same
Message-ID.
"""

import logging
import time
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from random import sample
from smtplib import SMTPException, SMTPRecipientsRefused, SMTPServerDisconnected
from typing import Any, NamedTuple

from anymail.exceptions import AnymailError
from django.core.mail import EmailMultiAlternatives, get_connection
from django.db import Error as DatabaseError
from django.db import transaction
from django.utils import timezone

from games.models import Notice, NoticeState, SentMail, Stage
from games.notices.times import DAY
from games.people.recipients import recipients
from games.telling.bounces import pause
from games.telling.decide import Decision, NoticeRow, decide
from games.telling.facts import (
    PublicRound,
    Sent,
    ended_games,
    public_rounds,
    sent_since,
    waiting_turns,
)
from games.telling.letters import compose, message_id_of, subject_game
from games.telling.news import NEWS, news_of

logger = logging.getLogger(__name__)

AT_ONCE = 50
IN_SIGHT = 1_000
"""Most due notices considered, so that two senders seldom meet."""
ATTEMPTS = 10
"""Over eight and a half hours."""
FIRST_WAIT = timedelta(minutes=1)
"""Before the second try; it doubles each time."""
DIGEST_SEEN_FOR = timedelta(hours=50)
"""How far back a local day can reach."""

_END = Stage.END.value
MAIL_ERRORS = (OSError, SMTPException, AnymailError)
"""The server refuses an email or can't be reached."""


def send_due(*, seconds: float = 20, stopped: Callable[[], bool] = lambda: False) -> int:
    """Send due emails for about ``seconds``; return the number.

    Processes may run at once. An unreachable server is only logged.
    """
    end = time.monotonic() + seconds
    looked_at: set[int] = set()
    sent = 0
    while time.monotonic() < end and not stopped():
        users = _due_users() - looked_at
        if not users:
            break
        chosen = sample(sorted(users), min(len(users), AT_ONCE))
        looked_at.update(chosen)
        try:
            sent += _send_to(chosen, end)
        except MAIL_ERRORS as error:
            logger.warning("The mail server can't be reached; emails are waiting: %s", error)
            break
    return sent


def _due_users() -> set[int]:
    due = Notice.objects.filter(state=NoticeState.DUE, due_at__lte=timezone.now())
    return set(due.order_by("due_at").values_list("user_id", flat=True)[:IN_SIGHT])


def _send_to(user_ids: Collection[int], end: float) -> int:
    """Raise ``MAIL_ERRORS`` if the server can't be reached."""
    now = timezone.now()
    # A look without locks, for all at once: what most of the emails will say.
    preview = _by_user(_rows(user_ids))
    sent_before = _sent(user_ids, now)
    decisions = _decisions(preview, sent_before, now).values()
    letters = [decision.letter for decision in decisions if decision.letter]
    games = {game for letter in letters if (game := subject_game(letter)) is not None}
    rounds = public_rounds(games)
    connection: Any = get_connection()
    sent = 0
    try:
        if letters:
            # Before any lock is taken: an unreachable server holds up nobody.
            connection.open()
        for user_id in user_ids:
            if time.monotonic() > end:
                break
            try:
                known = _Known(preview.get(user_id, []), sent_before[user_id], rounds)
                sent += _serve(user_id, connection if letters else None, known)
            except SMTPServerDisconnected:
                connection.close()
                connection.open()
    finally:
        # What was sent is sent; a lost server needs no goodbye.
        with suppress(*MAIL_ERRORS):
            connection.close()
    return sent


class _Known(NamedTuple):
    rows: list[NoticeRow]
    sent: Sent
    rounds: dict[int, PublicRound]


def _serve(user_id: int, connection: Any, known: _Known) -> bool:
    hung_up = None
    with transaction.atomic():
        rows = _rows([user_id], lock=True)
        now = timezone.now()
        sent = known.sent
        # The same rows, all locked by us: nothing has been sent since that look, for each email
        # closes a notice.
        if rows != known.rows:
            # Another process has locked some of them: it tells of everything.
            if len(rows) < Notice.objects.filter(user=user_id, state=NoticeState.DUE).count():
                return False
            sent = _sent([user_id], now)[user_id]
        decision = _decisions({user_id: rows}, {user_id: sent}, now)[user_id]
        letter = decision.letter
        if letter is None or connection is None:
            if letter is None:
                _close(decision, now)
            return False
        message = None
        try:
            message = _compose(decision, known.rounds, now)
            connection.send_messages([message])
        except DatabaseError:
            raise
        # One email that can't be made or sent must not hold up all others.
        except Exception as error:
            _note_failure(rows, decision, error, now)
            if isinstance(error, SMTPServerDisconnected):
                hung_up = error
            elif not isinstance(error, MAIL_ERRORS):
                logger.exception("The email to user %s could not be composed", user_id)
        else:
            _close(decision, now)
            SentMail.objects.create(
                user_id=user_id, kind=letter.kind, message_id=message_id_of(message), sent_at=now
            )
            return True
    if hung_up:
        raise hung_up
    return False


def _rows(user_ids: Collection[int], *, lock: bool = False) -> list[NoticeRow]:
    notices = Notice.objects.filter(user__in=user_ids, state=NoticeState.DUE).order_by("id")
    if lock:
        notices = notices.select_for_update(skip_locked=True, of=("self",))
    return [NoticeRow(*row) for row in notices.values_list(*NoticeRow._fields)]


def _by_user(rows: Collection[NoticeRow]) -> dict[int, list[NoticeRow]]:
    found: dict[int, list[NoticeRow]] = {}
    for row in rows:
        found.setdefault(row.user_id, []).append(row)
    return found


def _sent(user_ids: Collection[int], now: datetime) -> dict[int, Sent]:
    return sent_since(now - DIGEST_SEEN_FOR, user_ids)


def _decisions(
    rows: Mapping[int, list[NoticeRow]], sent: Mapping[int, Sent], now: datetime
) -> dict[int, Decision]:
    known = recipients(rows)
    turns = waiting_turns(rows)
    over = ended_games(
        {(row.game_id, row.user_id) for own in rows.values() for row in own if row.stage == _END}
    )
    news = news_of({row.about for own in rows.values() for row in own if row.stage in NEWS})
    return {
        user_id: decide(
            own,
            known.get(user_id),
            turns.get(user_id, ()),
            {game: ended for (game, user), ended in over.items() if user == user_id},
            news,
            sent[user_id]._replace(capped=[at for at in sent[user_id].capped if at > now - DAY]),
            now,
        )
        for user_id, own in rows.items()
    }


def _compose(
    decision: Decision, rounds: dict[int, PublicRound], now: datetime
) -> EmailMultiAlternatives:
    letter = decision.letter
    assert letter is not None
    if letter.turns:
        turn = letter.turns[0]
        known = rounds.get(turn.game_id)
        if known is None or known.version != turn.version:
            rounds = public_rounds([turn.game_id])
    return compose(letter, rounds, now)


def _close(decision: Decision, now: datetime) -> None:
    for state, ids in (
        (NoticeState.SENT, decision.told),
        (NoticeState.DROPPED, decision.dropped),
    ):
        if ids:
            Notice.objects.filter(pk__in=ids).update(state=state, closed_at=now)
    for pk, due in decision.put_off.items():
        Notice.objects.filter(pk=pk).update(due_at=due)


def _note_failure(
    rows: Collection[NoticeRow], decision: Decision, error: Exception, now: datetime
) -> None:
    letter = decision.letter
    assert letter is not None
    told = set(decision.told)
    decision.told.clear()
    _close(decision, now)
    if isinstance(error, SMTPRecipientsRefused) and is_unknown(error):
        logger.info("User %s's mailbox does not exist", letter.recipient.user_id)
        pause(letter.recipient.user_id, "bounce")
    tries = 1 + max(row.attempts for row in rows if row.id in told)
    state = NoticeState.FAILED if tries >= ATTEMPTS else NoticeState.DUE
    Notice.objects.filter(pk__in=told).update(
        attempts=tries,
        due_at=now + FIRST_WAIT * 2 ** (tries - 1),
        state=state,
        closed_at=now if state == NoticeState.FAILED else None,
    )
    logger.warning(
        "An email to user %s failed (try %s of %s): %s",
        *(letter.recipient.user_id, tries, ATTEMPTS, type(error).__name__),
    )


def is_unknown(error: SMTPRecipientsRefused) -> bool:
    """Return whether the mailbox certainly does not exist (RFC 3463: 5.1.x)."""
    return any(
        code >= 500
        and (reason.decode(errors="replace") if isinstance(reason, bytes) else reason).startswith(
            "5.1."
        )
        for code, reason in error.recipients.values()
    )
