"""Keeping in step: whether the address of a user is a confirmed one."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.account.signals import email_changed
from django.db.models.signals import post_delete, post_save

from accounts.models import User
from accounts.preferences import resume_mails
from games.notices.schedule import replan


def keep_in_step() -> None:
    """From now on changes of mail addresses are noted on their users."""
    post_save.connect(_note, sender=EmailAddress, dispatch_uid="accounts.confirmed")
    post_delete.connect(_note, sender=EmailAddress, dispatch_uid="accounts.confirmed")
    email_changed.connect(_resume, dispatch_uid="accounts.resumed")


def _note(instance: EmailAddress, **kwargs: Any) -> None:
    """Note whether the user's primary address is confirmed."""
    user = User.objects.filter(pk=instance.user_id)
    primary = EmailAddress.objects.filter(user=instance.user_id, primary=True, verified=True)
    confirmed = primary.exists()
    if user.exclude(email_confirmed=confirmed).update(email_confirmed=confirmed):
        replan(user_id=instance.user_id)
    if instance.user_id and isinstance(instance.user, User):
        # The object at hand is often saved afterwards, as a whole.
        instance.user.email_confirmed = confirmed


def _resume(user: User, **kwargs: Any) -> None:
    """Another address has refused no mail yet."""
    resume_mails(user)
