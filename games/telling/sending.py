"""Sending emails: due notices are claimed, checked again, sent, and closed.

A killed process loses nothing, but may repeat an email under the same Message-ID.
"""

import logging
import time
from collections.abc import Collection
from contextlib import suppress
from datetime import datetime
from random import sample
from smtplib import (
    SMTPException,
    SMTPRecipientsRefused,
    SMTPResponseException,
    SMTPServerDisconnected,
)
from typing import Any, NamedTuple

from anymail.exceptions import AnymailAPIError, AnymailError
from django.core.mail import EmailMultiAlternatives, get_connection
from django.db import Error as DatabaseError
from django.db import transaction
from django.utils import timezone

from games.live.counted import AWAY, FAILED, SENT, TOLD
from games.models import Way
from games.telling.bounces import pause
from games.telling.closing import claim, close_told, close_unsaid, note_failure, noted
from games.telling.decisions import Decision, Letter, NoticeRow
from games.telling.facts import PublicRound, Sent, Unit, public_rounds
from games.telling.gather import decisions, due_units, open_rows, sent_to, whole
from games.telling.letters import compose, message_id_of, subject_games

logger = logging.getLogger(__name__)

AT_ONCE = 50
MAIL_ERRORS = (OSError, SMTPException, AnymailError)
"""The server refuses an email or can't be reached."""
_ABOUT_THE_EMAIL = (400, 413, 422)
"""Statuses of a provider that refuses an email, and not us."""


def send_due(*, seconds: float = 20) -> int:
    """Send due emails for about ``seconds``; return the number.

    Processes may run at once. An unreachable server is only logged.
    """
    end = time.monotonic() + seconds
    looked_at: set[Unit] = set()
    sent = 0
    while time.monotonic() < end:
        users = due_units([Way.MAIL]) - looked_at
        if not users:
            break
        chosen = sample(sorted(users), min(len(users), AT_ONCE))
        looked_at.update(chosen)
        try:
            sent += _send_to(chosen, end)
        except MAIL_ERRORS as error:
            TOLD.labels(Way.MAIL, AWAY).inc()
            logger.warning("The mail server can't be reached; emails are waiting: %s", error)
            break
    return sent


def _send_to(units: Collection[Unit], end: float) -> int:
    """Raise ``MAIL_ERRORS`` if the server can't be reached."""
    now = timezone.now()
    # A look without locks, for all at once: what most of the emails will say.
    preview = whole(open_rows(units))
    sent_before = sent_to(units, now)
    planned = decisions(preview, sent_before, now).values()
    letters = [letter for decision in planned for letter in decision.letters]
    games = {game for letter in letters for game in subject_games(letter)}
    rounds = public_rounds(games)
    connection: Any = get_connection()
    sent = 0
    try:
        if letters:
            # Before anything is claimed: an unreachable server holds up nobody.
            connection.open()
        for unit in units:
            if time.monotonic() > end:
                break
            try:
                known = _Known(preview.get(unit, []), sent_before[unit], rounds)
                sent += _serve(unit, connection if letters else None, known)
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


def _serve(unit: Unit, connection: Any, known: _Known) -> bool:
    now = timezone.now()
    claimed = _claimed(unit, known, connection is not None, now)
    if claimed is None:
        return False
    rows, decision, letter = claimed
    try:
        message = _compose(letter, known.rounds, now)
        connection.send_messages([message])
    except DatabaseError:
        raise
    # One email that can't be made or sent must not hold up all others.
    except Exception as error:
        failure = error
        TOLD.labels(Way.MAIL, FAILED).inc()
        noted(unit.user_id, lambda: _note_failure(rows, decision, failure, now))
        if isinstance(error, SMTPServerDisconnected):
            raise
        if not isinstance(error, MAIL_ERRORS):
            logger.exception("The email to user %s could not be composed", unit.user_id)
        return False
    TOLD.labels(Way.MAIL, SENT).inc()
    name = message_id_of(message)
    noted(unit.user_id, lambda: close_told(unit, rows, letter, decision, name, now))
    return True


def _claimed(
    unit: Unit, known: _Known, may_send: bool, now: datetime
) -> tuple[list[NoticeRow], Decision, Letter] | None:
    """Claim what is due to a user; None if nothing is to be sent."""
    with transaction.atomic():
        found = open_rows([unit], lock=True)
        rows, sent = found.get(unit, []), known.sent
        # The same rows, all locked by us: nothing has been sent since that look, for each email
        # changes a notice.
        if rows != known.rows:
            if not whole(found):
                return None
            sent = sent_to([unit], now)[unit]
        if not rows:
            return None
        decision = decisions({unit: rows}, {unit: sent}, now)[unit]
        if decision.letters and not may_send:
            return None
        close_unsaid(decision, now)
        if not decision.letters:
            return None
        claim(decision, rows, now)
        (letter,) = decision.letters
    return rows, decision, letter


def _compose(
    letter: Letter, rounds: dict[int, PublicRound], now: datetime
) -> EmailMultiAlternatives:
    turns = {turn.game_id: turn for turn in letter.turns}
    told = subject_games(letter)
    outdated = [
        game for game in told if game not in rounds or rounds[game].version != turns[game].version
    ]
    return compose(letter, rounds | public_rounds(outdated) if outdated else rounds, now)


def _note_failure(
    rows: Collection[NoticeRow], decision: Decision, error: Exception, now: datetime
) -> None:
    (letter,) = decision.letters
    user_id = letter.recipient.user_id
    if isinstance(error, SMTPRecipientsRefused) and is_unknown(error):
        logger.info("User %s's mailbox does not exist", user_id)
        pause(user_id, "bounce")
    tries = note_failure(rows, letter, decision, now, patient=_is_for_now(error))
    logger.warning("An email to user %s failed (try %s): %s", user_id, tries, type(error).__name__)


def _is_for_now(error: Exception) -> bool:
    """Whether the server may take the same email later: it was lost, or put us off."""
    if isinstance(error, SMTPRecipientsRefused):
        return all(code < 500 for code, _reason in error.recipients.values())
    if isinstance(error, SMTPResponseException):
        return error.smtp_code < 500
    if isinstance(error, AnymailAPIError):
        return error.status_code not in _ABOUT_THE_EMAIL
    return isinstance(error, OSError)


def is_unknown(error: SMTPRecipientsRefused) -> bool:
    """Return whether the mailbox certainly does not exist (RFC 3463: 5.1.x)."""
    return any(
        code >= 500
        and (reason.decode(errors="replace") if isinstance(reason, bytes) else reason).startswith(
            "5.1."
        )
        for code, reason in error.recipients.values()
    )
