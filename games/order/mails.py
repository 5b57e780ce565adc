"""What moderators have to tell, by mail."""

import logging
from contextlib import suppress
from smtplib import SMTPRecipientsRefused, SMTPServerDisconnected
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection
from django.db import Error as DatabaseError
from django.db import transaction
from django.db.models import Q
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from games.models import PlayerNotice, SentMail
from games.people.recipients import Reader, readers
from games.telling.bounces import pause
from games.telling.letters import message_id_of
from games.telling.sending import ATTEMPTS, FIRST_WAIT, MAIL_ERRORS, is_unknown

logger = logging.getLogger(__name__)

AT_ONCE = 50
"""So many mails one look sends at the most."""


def send_notices() -> int:
    """Send what is to go out; how many mails did.

    Who takes no mails (no confirmed address, mails paused) reads it on the site alone. A mail that
    is not taken is tried again, ever later, and then given up; while the server can't be reached
    all of them wait.
    """
    due = PlayerNotice.objects.filter(mail_due=True).filter(
        Q(mail_at__isnull=True) | Q(mail_at__lte=timezone.now())
    )
    notices = list(due.order_by("pk").values_list("pk", flat=True)[:AT_ONCE])
    if not notices:
        return 0
    connection: Any = get_connection()
    sent = 0
    try:
        # Before any lock is taken: a server that is away holds up nobody.
        connection.open()
        for notice_id in notices:
            try:
                sent += _send(notice_id, connection)
            except SMTPServerDisconnected:
                connection.close()
                connection.open()
    except MAIL_ERRORS as error:
        logger.warning("The mail server can't be reached; moderators' notices wait: %s", error)
    finally:
        # What was sent is sent; a server that is gone needs no goodbye.
        with suppress(*MAIL_ERRORS):
            connection.close()
    return sent


def _send(notice_id: int, connection: Any) -> bool:
    """Send one; whether it went out. ``SMTPServerDisconnected`` if the server hung up meanwhile."""
    with transaction.atomic():
        rows = PlayerNotice.objects.select_for_update(skip_locked=True, of=("self",))
        notice = rows.filter(pk=notice_id, mail_due=True).first()
        if notice is None:
            return False
        PlayerNotice.objects.filter(pk=notice_id).update(mail_due=False)
        reader = readers([notice.user_id]).get(notice.user_id)
        if reader is None or notice.read_at is not None:
            return False
        try:
            message = _mail(notice, reader)
            connection.send_messages([message])
        except DatabaseError:
            raise
        # One mail that can't be made or sent must not hold up all others.
        except Exception as error:  # noqa: BLE001 (it is logged)
            _note_failure(notice, error)
            hung_up = error if isinstance(error, SMTPServerDisconnected) else None
        else:
            _note_sent(notice, message)
            return True
    if hung_up:
        raise hung_up
    return False


def _note_sent(notice: PlayerNotice, message: EmailMultiAlternatives) -> None:
    """Keep what a mail that comes back is known by."""
    SentMail.objects.create(
        user_id=notice.user_id,
        kind="notice",
        message_id=message_id_of(message),
        sent_at=timezone.now(),
    )


def _note_failure(notice: PlayerNotice, error: Exception) -> None:
    """Try again later, each time after twice as long; give up after so many tries."""
    if isinstance(error, SMTPRecipientsRefused) and is_unknown(error):
        logger.info("There is no mailbox for user %s", notice.user_id)
        pause(notice.user_id, "bounce")
    tries = notice.mail_attempts + 1
    PlayerNotice.objects.filter(pk=notice.pk).update(
        mail_attempts=tries,
        mail_at=timezone.now() + FIRST_WAIT * 2 ** (tries - 1),
        mail_due=tries < ATTEMPTS,
    )
    logger.warning(
        "A moderators' notice to user %s was not mailed (try %s of %s): %s",
        *(notice.user_id, tries, ATTEMPTS, type(error).__name__),
        exc_info=None if isinstance(error, MAIL_ERRORS) else error,
    )


def _mail(notice: PlayerNotice, reader: Reader) -> EmailMultiAlternatives:
    host = urlsplit(settings.SITE_URL).hostname
    with translation.override(settings.LANGUAGE_CODE), timezone.override(reader.zone):
        url = f"{settings.SITE_URL}{reverse('games:order')}"
        text = render_to_string(
            "games/telling/moderators.txt", {"name": reader.name, "text": notice.text, "url": url}
        )
        return EmailMultiAlternatives(
            subject=_("A notice from the moderators"),
            body=text,
            to=[reader.email],
            headers={
                # The same whenever it is tried: by it mail programs know what they have already.
                "Message-ID": f"<notice.{notice.pk}.{reader.user_id}@{host}>",
                "Auto-Submitted": "auto-generated",
                "X-Auto-Response-Suppress": "All",
            },
        )
