"""Mails about games go out: due notices are taken under a lock, looked at again, and closed.

A user's notices are locked, the mail is handed to the server, and what was told is closed: all of
it in one transaction. A process that is killed gives its locks back and loses nothing. Between the
server's word that it took a mail and the commit a kill leaves the notices open, and the mail goes
out again: with the same Message-ID, by which mail servers and programs know it.
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
from games.people.recipients import readers
from games.telling.bounces import pause
from games.telling.decide import Decision, Row, decide
from games.telling.facts import (
    PublicRound,
    Sent,
    ended_games,
    public_rounds,
    sent_since,
    waiting_turns,
)
from games.telling.letters import compose, message_id_of, subject_game

logger = logging.getLogger(__name__)

AT_ONCE = 50
"""So many users are looked at together, over one connection to the mail server."""
IN_SIGHT = 1_000
"""Out of so many due notices they are drawn, so that two senders seldom meet."""
ATTEMPTS = 10
"""So often a mail is tried before its notices count as failed: over eight and a half hours."""
FIRST_WAIT = timedelta(minutes=1)
"""Until the second try; each further wait is twice as long."""
DIGEST_SEEN_FOR = timedelta(hours=50)
"""The longest that a local day can reach back."""

_END = Stage.END.value
MAIL_ERRORS = (OSError, SMTPException, AnymailError)
"""What it is when the mail server does not take a mail, or is not there."""


def send_due(*, seconds: float = 20, stopped: Callable[[], bool] = lambda: False) -> int:
    """Send the mails that are due, for about so many seconds; returns how many went out.

    Any number of processes may do so at once. A mail server that is away is logged and no error:
    the notices stay as they are until the next time.
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
            logger.warning("The mail server can't be reached; mails wait: %s", error)
            break
    return sent


def _due_users() -> set[int]:
    due = Notice.objects.filter(state=NoticeState.DUE, due_at__lte=timezone.now())
    return set(due.order_by("due_at").values_list("user_id", flat=True)[:IN_SIGHT])


def _send_to(user_ids: Collection[int], end: float) -> int:
    """Serve these users; raises what the mail server's client raises where it can't be reached."""
    now = timezone.now()
    # A look without locks, for all at once: what most of the mails will say.
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
            # Before any lock is taken: a server that is away holds up nobody.
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
        # What was sent is sent; a server that is gone needs no goodbye.
        with suppress(*MAIL_ERRORS):
            connection.close()
    return sent


class _Known(NamedTuple):
    """What was found without a lock a moment ago, for whatever of it still holds."""

    rows: list[Row]
    sent: Sent
    rounds: dict[int, PublicRound]


def _serve(user_id: int, connection: Any, known: _Known) -> bool:
    """Do what is due for one user; whether a mail went out.

    ``SMTPServerDisconnected`` if the server hung up meanwhile; that counts as a try.
    """
    hung_up = None
    with transaction.atomic():
        rows = _rows([user_id], lock=True)
        now = timezone.now()
        sent = known.sent
        # The same rows, all of them ours: since that look nobody has sent anything, for each mail
        # closes a notice.
        if rows != known.rows:
            # Another process has some of them at hand: it tells of everything.
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
        # One mail that can't be made or sent must not hold up all others.
        except Exception as error:
            _note_failure(rows, decision, error, now)
            if isinstance(error, SMTPServerDisconnected):
                hung_up = error
            elif not isinstance(error, MAIL_ERRORS):
                logger.exception("The mail to user %s could not be made", user_id)
        else:
            _close(decision, now)
            SentMail.objects.create(
                user_id=user_id, kind=letter.kind, message_id=message_id_of(message), sent_at=now
            )
            return True
    if hung_up:
        raise hung_up
    return False


def _rows(user_ids: Collection[int], *, lock: bool = False) -> list[Row]:
    """The open notices of users; with ``lock`` those that nobody else has at hand."""
    notices = Notice.objects.filter(user__in=user_ids, state=NoticeState.DUE).order_by("id")
    if lock:
        notices = notices.select_for_update(skip_locked=True, of=("self",))
    return [Row(*row) for row in notices.values_list(*Row._fields)]


def _by_user(rows: Collection[Row]) -> dict[int, list[Row]]:
    found: dict[int, list[Row]] = {}
    for row in rows:
        found.setdefault(row.user_id, []).append(row)
    return found


def _sent(user_ids: Collection[int], now: datetime) -> dict[int, Sent]:
    return sent_since(now - DIGEST_SEEN_FOR, user_ids)


def _decisions(
    rows: Mapping[int, list[Row]], sent: Mapping[int, Sent], now: datetime
) -> dict[int, Decision]:
    """What becomes of users' open notices; at most four queries, whatever their number."""
    known = readers(rows)
    turns = waiting_turns(rows)
    over = ended_games(
        {(row.game_id, row.user_id) for own in rows.values() for row in own if row.stage == _END}
    )
    return {
        user_id: decide(
            own,
            known.get(user_id),
            turns.get(user_id, ()),
            {game: ended for (game, user), ended in over.items() if user == user_id},
            sent[user_id]._replace(turns=[at for at in sent[user_id].turns if at > now - DAY]),
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
    rows: Collection[Row], decision: Decision, error: Exception, now: datetime
) -> None:
    """Try again later, each time after twice as long; give up after so many tries."""
    letter = decision.letter
    assert letter is not None
    told = set(decision.told)
    decision.told.clear()
    _close(decision, now)
    if isinstance(error, SMTPRecipientsRefused) and is_unknown(error):
        logger.info("There is no mailbox for user %s", letter.reader.user_id)
        pause(letter.reader.user_id, "bounce")
    tries = 1 + max(row.attempts for row in rows if row.id in told)
    state = NoticeState.FAILED if tries >= ATTEMPTS else NoticeState.DUE
    Notice.objects.filter(pk__in=told).update(
        attempts=tries,
        due_at=now + FIRST_WAIT * 2 ** (tries - 1),
        state=state,
        closed_at=now if state == NoticeState.FAILED else None,
    )
    logger.warning(
        "A mail to user %s failed (try %s of %s): %s",
        *(letter.reader.user_id, tries, ATTEMPTS, type(error).__name__),
    )


def is_unknown(error: SMTPRecipientsRefused) -> bool:
    """Whether the server says for certain that there is no such mailbox (RFC 3463: 5.1.x)."""
    return any(
        code >= 500
        and (reason.decode(errors="replace") if isinstance(reason, bytes) else reason).startswith(
            "5.1."
        )
        for code, reason in error.recipients.values()
    )
