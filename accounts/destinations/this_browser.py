"""Which device this browser is, and its end with the session that subscribed it."""

from contextlib import suppress
from typing import Any
from uuid import UUID

from allauth.core import context
from django.contrib.auth.signals import user_logged_out
from django.db.models.signals import pre_delete
from django.http import HttpRequest

from accounts.models import Session
from games.models import Destination

_KEY = "device"


def remember_device(request: HttpRequest, device: Destination) -> None:
    """Note in the session that this browser is ``device``."""
    request.session[_KEY] = str(device.public_id)


def device_here(request: HttpRequest) -> UUID | None:
    """Return the device that this browser was, when it last said so."""
    return _device_in(request.session)


def end_with_sessions() -> None:
    """Connect the signal handlers: nobody is told on a browser where they are signed out."""
    user_logged_out.connect(_signed_out, dispatch_uid="accounts.destinations.signed_out")
    # However a session ends: from another browser, with a new password, or by its age.
    pre_delete.connect(_ended, sender=Session, dispatch_uid="accounts.destinations.ended")


def _signed_out(request: HttpRequest | None, **kwargs: Any) -> None:
    if request is not None:
        _end(_device_in(request.session))


def _ended(instance: Session, **kwargs: Any) -> None:
    device = _device_in(instance.get_decoded())
    here = context.request
    # A session that gets another key, with a new password or at sign-in, goes on.
    if device is not None and here is not None and _device_in(here.session) == device:
        return
    _end(device)


def _device_in(session: Any) -> UUID | None:
    with suppress(KeyError, ValueError):
        return UUID(session[_KEY])
    return None


def _end(device: UUID | None) -> None:
    if device is not None:
        Destination.objects.filter(public_id=device).delete()
