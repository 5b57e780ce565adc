"""Moderators' notices by email."""

import logging
from collections.abc import Callable
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
from django.utils import timezone
from django.utils.translation import gettext as _

from games.live.counted import AWAY, FAILED, SENT, TOLD
from games.models import PlayerNotice, SentNotice, Way
from games.people.recipients import Recipient, recipients, written_for
from games.telling.bounces import pause
from games.telling.closing import ATTEMPTS, FIRST_WAIT
from games.telling.letters import message_id_of
from games.telling.sending import MAIL_ERRORS, is_unknown
from games.words.conduct import names_rule
from games.words.links import site_link

logger = logging.getLogger(__name__)

AT_ONCE = 50


def send_notices() -> int:
    """Send due notices; return the number of emails.

    Failures are retried at growing intervals, then given up. In quiet hours they wait.
    """
    due = PlayerNotice.objects.filter(mail_due=True).filter(
        Q(mail_at__isnull=True) | Q(mail_at__lte=timezone.now())
    )
    notices = list(due.order_by("pk").values_list("pk", flat=True)[:AT_ONCE])
    if not notices:
        return 0
    return send_each(notices, _send)


def send_each(keys: list[int], send: Callable[[int, Any], bool]) -> int:
    """Call ``send`` with each key and one connection; return how often it sent something.

    While the server can't be reached, the rest waits.
    """
    connection: Any = get_connection()
    sent = 0
    try:
        # Before any lock is taken: an unreachable server holds up nobody.
        connection.open()
        for key in keys:
            try:
                sent += send(key, connection)
            except SMTPServerDisconnected:
                connection.close()
                connection.open()
    except MAIL_ERRORS as error:
        TOLD.labels(Way.MAIL, AWAY).inc()
        logger.warning("The mail server can't be reached; moderation's mails wait: %s", error)
    finally:
        # What was sent is sent; a lost server needs no goodbye.
        with suppress(*MAIL_ERRORS):
            connection.close()
    return sent


def _send(notice_id: int, connection: Any) -> bool:
    with transaction.atomic():
        rows = PlayerNotice.objects.select_for_update(skip_locked=True, of=("self",))
        notice = rows.filter(pk=notice_id, mail_due=True).first()
        if notice is None:
            return False
        recipient = recipients([notice.user_id]).get(notice.user_id)
        quiet_until = recipient and recipient.rest.quiet_until(timezone.now())
        if quiet_until:
            PlayerNotice.objects.filter(pk=notice_id).update(mail_at=quiet_until)
            return False
        PlayerNotice.objects.filter(pk=notice_id).update(mail_due=False)
        if recipient is None or not recipient.mailable or notice.read_at is not None:
            return False
        try:
            message = _mail(notice, recipient)
            connection.send_messages([message])
        except DatabaseError:
            raise
        # One email that can't be made or sent must not hold up all others.
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
    TOLD.labels(Way.MAIL, SENT).inc()
    SentNotice.objects.create(
        user_id=notice.user_id,
        kind="notice",
        message_id=message_id_of(message),
        sent_at=timezone.now(),
    )


def _note_failure(notice: PlayerNotice, error: Exception) -> None:
    if isinstance(error, SMTPRecipientsRefused) and is_unknown(error):
        logger.info("User %s's mailbox does not exist", notice.user_id)
        pause(notice.user_id, "bounce")
    TOLD.labels(Way.MAIL, FAILED).inc()
    tries = notice.mail_attempts + 1
    PlayerNotice.objects.filter(pk=notice.pk).update(
        mail_attempts=tries,
        mail_at=timezone.now() + FIRST_WAIT * 2 ** (tries - 1),
        mail_due=tries < ATTEMPTS,
    )
    logger.warning(
        "A moderators' notice to user %s was not emailed (try %s of %s): %s",
        *(notice.user_id, tries, ATTEMPTS, type(error).__name__),
        exc_info=None if isinstance(error, MAIL_ERRORS) else error,
    )


def _mail(notice: PlayerNotice, recipient: Recipient) -> EmailMultiAlternatives:
    host = urlsplit(settings.SITE_URL).hostname
    with written_for(recipient):
        url = site_link(reverse("games:order"))
        text = render_to_string(
            "games/telling/moderators.txt",
            {
                "name": recipient.name,
                "text": notice.text,
                "url": url,
                "rules": site_link(reverse("games:conduct")) if names_rule(notice.text) else "",
            },
        )
        return EmailMultiAlternatives(
            subject=_("A notice from the moderators"),
            body=text,
            to=[recipient.email],
            headers={
                # The same for every try, so that mail programs recognise duplicates.
                "Message-ID": f"<notice.{notice.pk}.{recipient.user_id}@{host}>",
                "Auto-Submitted": "auto-generated",
                "X-Auto-Response-Suppress": "All",
            },
        )
