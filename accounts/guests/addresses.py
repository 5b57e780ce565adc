"""Guests' email addresses: asked for, confirmed by a link, forgotten.

A confirmed one is the guest's ``EmailAddress``, as an account's is, which signs in by code and
gets emails about games. The database lets nobody confirm another's.
"""

from datetime import datetime, timedelta
from typing import NamedTuple

from allauth.account.models import EmailAddress
from django.db import IntegrityError, transaction
from django.utils.crypto import get_random_string, salted_hmac

from accounts.models import AskedAddress, GuestAddress, MailPause, TellTurns, User, new_link_key
from games.people.links import read

VALID_FOR = timedelta(days=3)
"""How long a link confirms."""
REST = timedelta(days=1)
"""Between two emails to an address, whoever asks."""


class State(NamedTuple):
    """What is known of a guest's address."""

    confirmed: str = ""
    asked: str = ""
    """Typed, and not confirmed yet."""
    is_paused: bool = False
    """Whether emails to it are paused."""
    bounces: bool = False

    @property
    def known(self) -> str:
        """The address to propose for an account."""
        return self.confirmed or self.asked


def state_of(guest: User) -> State:
    """Return what is known of the guest's address; one query unless it is confirmed."""
    if guest.email_confirmed:
        bounces = guest.mail_paused_reason in (MailPause.BOUNCE, MailPause.SOFT)
        return State(guest.email, "", bool(guest.mail_paused_reason), bounces)
    typed = GuestAddress.objects.filter(user=guest, confirmed_at=None)
    return State(asked=typed.values_list("address", flat=True).first() or "")


def holder_is_guest(address: str) -> bool:
    """Return whether a guest has confirmed ``address``."""
    found = EmailAddress.objects.filter(email=address.lower(), verified=True)
    return bool(found.filter(user__is_guest=True).exists())


def note(guest: User, address: str, *, now: datetime) -> str | None:
    """Note that ``guest`` typed ``address``; return the key for its link, None within a day.

    Only an email that goes out ends the link before.
    """
    with transaction.atomic():
        may_send = _may_send(address, now)
        values = {"address": address, "asked_at": now, "confirmed_at": None}
        before = GuestAddress.objects.select_for_update().filter(user=guest).first()
        if may_send:
            values["key"] = get_random_string(16)
        elif before is None or before.address != address:
            values["key"] = ""
        row, _made = GuestAddress.objects.update_or_create(user=guest, defaults=values)
    return row.key if may_send else None


def note_unsent(address: str, *, now: datetime) -> None:
    """Let an address be asked again whose email could not be sent."""
    AskedAddress.objects.filter(fingerprint=_fingerprint(address), sent_at=now).delete()


def found_by(token: str) -> GuestAddress | None:
    """Return what a link is about; None if it has ended."""
    link = read(token, "address", within=VALID_FOR)
    if link is None:
        return None
    rows = GuestAddress.objects.filter(user=link.user.pk, user__is_guest=True, key=link.parts[-1])
    return rows.select_related("user").exclude(key="").first()


def confirm(found: GuestAddress, *, now: datetime) -> bool:
    """Tell the guest at this address from now on; return False if it is another's by now."""
    try:
        with transaction.atomic():
            # The same order as where seats change hands: users first.
            users = User.objects.select_for_update(no_key=True).filter(pk=found.user_id)
            guest = users.filter(is_guest=True).first()
            same = GuestAddress.objects.filter(pk=found.pk, key=found.key)
            if guest is None or not same.filter(confirmed_at=None).update(confirmed_at=now):
                return same.exists()
            _take(guest, found.address)
    except IntegrityError:
        return False
    return True


def forget(guest: User) -> str:
    """Forget the guest's address, and end all links sent there; return it if it was confirmed."""
    with transaction.atomic():
        GuestAddress.objects.filter(user=guest).delete()
        before = guest.email if guest.email_confirmed else ""
        _drop(guest)
        guest.email = guest.mail_paused_reason = ""
        guest.email_confirmed = False
        guest.save(update_fields=["email", "mail_paused_reason", "link_key"])
    return before


def remove_expired(*, now: datetime) -> None:
    """Delete what nobody confirmed in time, and traces of emails that no longer count."""
    GuestAddress.objects.filter(asked_at__lte=now - VALID_FOR).delete()
    AskedAddress.objects.filter(sent_at__lte=now - REST).delete()


def _take(guest: User, address: str) -> None:
    _drop(guest)
    guest.email, guest.mail_paused_reason = address, ""
    if guest.tell_turns == TellTurns.NONE:
        guest.tell_turns = TellTurns.ONCE
    guest.save(update_fields=["email", "mail_paused_reason", "tell_turns", "link_key"])
    EmailAddress.objects.create(user=guest, email=address, primary=True, verified=True)


def _drop(guest: User) -> None:
    if EmailAddress.objects.filter(user=guest).delete()[0]:
        # Links in emails that went to it.
        guest.link_key = new_link_key()


def _may_send(address: str, now: datetime) -> bool:
    fingerprint = _fingerprint(address)
    row, made = AskedAddress.objects.get_or_create(
        fingerprint=fingerprint, defaults={"sent_at": now}
    )
    if made:
        return True
    rested = AskedAddress.objects.filter(pk=row.pk, sent_at__lte=now - REST)
    return bool(rested.update(sent_at=now))


def _fingerprint(address: str) -> str:
    # Nobody has to be able to read it again.
    return salted_hmac("accounts.guests.addresses", address, algorithm="sha256").hexdigest()
