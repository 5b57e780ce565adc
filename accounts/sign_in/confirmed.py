"""Keep ``User.email_confirmed`` up to date."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.account.signals import email_changed
from django.db.models.signals import post_delete, post_save
from django.utils import timezone

from accounts.models import User
from accounts.preferences import resume_mails
from games.notices.replan import replan
from games.order.signs.banned_addresses import look_at_address


def keep_in_step() -> None:
    """Connect the signal handlers."""
    post_save.connect(_note, sender=EmailAddress, dispatch_uid="accounts.sign_in.confirmed")
    post_save.connect(_look, sender=EmailAddress, dispatch_uid="accounts.sign_in.returned")
    post_delete.connect(_note, sender=EmailAddress, dispatch_uid="accounts.sign_in.confirmed")
    email_changed.connect(_resume, dispatch_uid="accounts.resumed")


def _note(instance: EmailAddress, **kwargs: Any) -> None:
    user = User.objects.filter(pk=instance.user_id)
    primary = EmailAddress.objects.filter(user=instance.user_id, primary=True, verified=True)
    confirmed = primary.exists()
    if user.exclude(email_confirmed=confirmed).update(email_confirmed=confirmed):
        replan(user_id=instance.user_id)
    # Between two saves of a change there may be none that is primary.
    if not EmailAddress.objects.filter(user=instance.user_id, verified=True).exists():
        user.update(address_confirmed_at=None)
    elif confirmed:
        user.filter(address_confirmed_at=None).update(address_confirmed_at=timezone.now())
    if instance.user_id and isinstance(instance.user, User):
        # This object is often saved in full afterwards.
        instance.user.email_confirmed = confirmed


def _look(instance: EmailAddress, **kwargs: Any) -> None:
    if instance.verified:
        look_at_address(user_id=instance.user_id, address=instance.email, now=timezone.now())


def _resume(user: User, **kwargs: Any) -> None:
    """The new address has not bounced."""
    resume_mails(user)
