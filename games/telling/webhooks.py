"""Webhooks: addresses at which programs of a user's choice are told."""

from typing import NamedTuple

from django.contrib.auth.models import AbstractUser
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import Destination, HookForm, Way
from games.notices.replan import replan
from games.people.standing import lock_player
from games.telling.destinations import RefusedError
from games.telling.post.addresses import check_address
from games.telling.post.errors import AddressError
from games.telling.post.hooks import new_secret

MOST_HOOKS = 5
"""Webhooks a user may have."""


class MadeHook(NamedTuple):
    """A new webhook, and the secret that signs what it gets."""

    row: Destination
    secret: str
    """Empty on Discord, which checks no signature."""


def add_hook(*, user: AbstractUser, name: str, address: str, form: str) -> MadeHook:
    """Return a new webhook of ``user``. Raise ``RefusedError``."""
    try:
        check_address(address)
    except AddressError:
        raise RefusedError(
            _("We can’t send to this address. It has to begin with https:// and be public.")
        ) from None
    secret = new_secret() if HookForm(form) == HookForm.JSON else ""
    with transaction.atomic():
        lock_player(user)
        # One address is one destination, whatever it is for.
        if Destination.objects.filter(user=user.pk, address=address).exists():
            raise RefusedError(_("You have a webhook with this address already."))
        if Destination.objects.filter(user=user.pk, way=Way.HOOK).count() >= MOST_HOOKS:
            raise RefusedError(_("You have five webhooks. Remove one that you no longer use."))
        row = Destination.objects.create(
            user_id=user.pk,
            way=Way.HOOK,
            form=HookForm(form),
            address=address,
            secret=secret,
            name=name,
            created_at=timezone.now(),
        )
        replan(user_id=user.pk)
    return MadeHook(row, secret)
