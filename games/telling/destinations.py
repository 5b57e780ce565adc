"""Devices and webhooks: how sending to them went, and what their owners do with them."""

from datetime import datetime, timedelta
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import Q

from games.models import Destination, Way
from games.notices.replan import replan
from games.telling.post.errors import DeliveryError, GoneError

PATIENCE = timedelta(days=3)
"""For so long every attempt may fail before a destination is switched off."""


class RefusedError(Exception):
    """A destination was not added; its text is a sentence for its owner."""


def note_delivered(destination_id: int) -> None:
    """Note that a message arrived."""
    failing = Destination.objects.filter(pk=destination_id, failing_since__isnull=False)
    failing.update(failing_since=None)


def note_failure(destination_id: int, error: DeliveryError, now: datetime) -> bool:
    """Note a failure; return whether it switched the destination off, of which to tell its owner.

    That is after three days, or for a hook at once if it is gone. A device that is gone is deleted
    without a word: its owner, or their browser, has ended it. Of several calls at once, one
    returns True.
    """
    here = Destination.objects.filter(pk=destination_id)
    if isinstance(error, GoneError):
        here.filter(way=Way.PUSH).delete()
        return here.filter(off_since=None).update(failing_since=now, off_since=now) == 1
    here.filter(failing_since=None).update(failing_since=now)
    worn_out = Q(failing_since__lte=now - PATIENCE, off_since=None)
    return here.filter(worn_out).update(off_since=now) == 1


def own(user: AbstractBaseUser, public_id: UUID) -> Destination | None:
    """Return the user's destination, if there is such a one."""
    return Destination.objects.filter(user=user.pk, public_id=public_id).first()


def owned(user: AbstractBaseUser, way: Way) -> list[Destination]:
    """Return the user's devices or hooks, oldest first."""
    return list(Destination.objects.filter(user=user.pk, way=way).order_by("created_at", "pk"))


def switch_on(destination: Destination) -> None:
    """Send to it again."""
    Destination.objects.filter(pk=destination.pk).update(failing_since=None, off_since=None)
    replan(user_id=destination.user_id)


def remove(destination: Destination) -> None:
    """Delete it."""
    Destination.objects.filter(pk=destination.pk).delete()


def switch_hooks_off(user: AbstractBaseUser, now: datetime) -> None:
    """Send nothing to the user's hooks until they are switched on again."""
    hooks = Destination.objects.filter(user=user.pk, way=Way.HOOK, off_since=None)
    hooks.update(off_since=now)
