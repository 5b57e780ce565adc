"""Bounces and complaints reported by the mail provider."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Literal

from anymail.signals import (
    AnymailInboundEvent,
    AnymailTrackingEvent,
    EventType,
    RejectReason,
)
from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils import timezone

from games.models import ReturnedMail, SentNotice
from games.telling.choices import stop_emails, user_of
from games.words.control_characters import has_control

Reason = Literal["bounce", "soft", "complaint"]

SOFT_BOUNCES = 5
"""This many soft bounces within a week pause a user's emails."""
WEEK = timedelta(days=7)

_DELAYS = ("soft", "transient", "temporary", "delayed")
_KINDS = ("event", "Type", "type", "bounceType", "bounce_type", "severity", "RecordType")
"""Where providers mark temporary bounces; django-anymail doesn't."""


def note_event(event: AnymailTrackingEvent) -> None:
    """Pause the recipient's emails if necessary."""
    user_id = _user_of(event)
    if user_id is None:
        return
    kind, reason = event.event_type, event.reject_reason
    if kind == EventType.COMPLAINED or (kind == EventType.REJECTED and reason == RejectReason.SPAM):
        pause(user_id, "complaint")
    elif kind == EventType.UNSUBSCRIBED:
        stop_emails(user_id=user_id)
    elif kind == EventType.DELIVERED:
        ReturnedMail.objects.filter(user=user_id, message_id=event.message_id or "").delete()
    elif kind == EventType.DEFERRED or (kind == EventType.BOUNCED and _is_for_now(event)):
        _note_soft(user_id, event.message_id or event.event_id or "", timezone.now())
    elif kind == EventType.BOUNCED or (
        kind == EventType.REJECTED and reason in (RejectReason.BOUNCED, RejectReason.INVALID)
    ):
        pause(user_id, "bounce")


def on_tracking(event: AnymailTrackingEvent, **kwargs: Any) -> None:
    """Receive tracking signals."""
    # Nobody has such an address, and no email of ours such an id.
    if not has_control(f"{event.recipient}{event.message_id}{event.event_id}"):
        note_event(event)


def on_inbound(event: AnymailInboundEvent, **kwargs: Any) -> None:
    """Receive incoming mail: ``unsubscribe TOKEN``."""
    word, _, token = (event.message.subject or "").strip().partition(" ")
    if word.lower() == "unsubscribe":
        user_id = user_of(token.strip(), scope="unsubscribe")
        if user_id is not None:
            stop_emails(user_id=user_id)


def pause(user_id: int, reason: Reason) -> None:
    """Pause a user's emails about games."""
    users = get_user_model().objects.filter(pk=user_id)
    # Only the recipient ends a pause, and a complaint outweighs a full mailbox.
    stays = ("bounce", "soft") if reason == "complaint" else ("soft",)
    users.filter(mail_paused_reason__in=("", *stays)).update(mail_paused_reason=reason)


def _note_soft(user_id: int, message_id: str, now: datetime) -> None:
    with transaction.atomic():
        ReturnedMail.objects.get_or_create(
            user_id=user_id, message_id=message_id, defaults={"returned_at": now}
        )
        returned = ReturnedMail.objects.filter(user=user_id, returned_at__gt=now - WEEK)
        if returned.count() >= SOFT_BOUNCES:
            returned.delete()
            pause(user_id, "soft")


def _user_of(event: AnymailTrackingEvent) -> int | None:
    """The recipient, if the address is still theirs."""
    users = get_user_model().objects.all()
    if event.recipient:
        users = users.filter(email__iexact=event.recipient, email_confirmed=True)
    elif not event.message_id:
        return None
    if event.message_id:
        mails = SentNotice.objects.filter(message_id=event.message_id)
        own = users.filter(sent_notices__in=mails).values_list("pk", flat=True).first()
        if own is not None or not event.recipient:
            return own
    return users.values_list("pk", flat=True).first()


def _is_for_now(event: AnymailTrackingEvent) -> bool:
    if (event.mta_response or "").lstrip().startswith("4"):
        return True
    told: Any = event.esp_event
    if not isinstance(told, Mapping):
        return False
    words = " ".join(str(told.get(kind, "")) for kind in _KINDS).lower()
    return any(delay in words for delay in _DELAYS)
