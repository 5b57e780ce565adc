"""Devices: browsers that have allowed us to send them pushes."""

import binascii
from base64 import urlsafe_b64decode
from typing import NamedTuple
from uuid import UUID

from cryptography.hazmat.primitives.asymmetric import ec
from django.contrib.auth.models import AbstractUser
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import Destination, Way
from games.notices.replan import replan
from games.people.standing import lock_player
from games.telling.destinations import RefusedError
from games.telling.post.addresses import check_address
from games.telling.post.errors import AddressError

MOST_DEVICES = 10
"""Devices a user may have."""
_AUTH_BYTES = 16


class Subscription(NamedTuple):
    """What a browser says of itself once it allows pushes."""

    endpoint: str
    p256dh: str
    """Its public key (base64url)."""
    auth: str
    """Its authentication secret (base64url)."""


def subscribe(
    *, user: AbstractUser, subscription: Subscription, name: str, instead_of: UUID | None = None
) -> Destination:
    """Return the user's device for this subscription, new or renewed.

    A browser is told for whoever subscribed there last. ``instead_of`` is this browser's earlier
    device, which is removed. Raise ``RefusedError``, or ``RuleError`` if the user no longer exists.
    """
    endpoint, p256dh, auth = subscription
    if not _are_keys(p256dh, auth):
        raise RefusedError(_("Your browser’s answer makes no sense to us. Please try again."))
    try:
        check_address(endpoint)
    except AddressError:
        raise RefusedError(_("We can’t reach the push service of your browser.")) from None
    with transaction.atomic():
        lock_player(user)
        mine = Destination.objects.filter(user=user.pk, way=Way.PUSH)
        if instead_of is not None:
            mine.filter(public_id=instead_of).exclude(address=endpoint).delete()
        # Another's row goes, rather than change hands: notices about it were theirs.
        Destination.objects.filter(way=Way.PUSH, address=endpoint).exclude(user=user.pk).delete()
        if mine.exclude(address=endpoint).count() >= MOST_DEVICES:
            raise RefusedError(_("You have ten devices. Remove one that you no longer use."))
        now = timezone.now()
        device, _made = Destination.objects.update_or_create(
            way=Way.PUSH,
            address=endpoint,
            user_id=user.pk,
            defaults={
                "key": p256dh,
                "secret": auth,
                "name": name[:60],
                "failing_since": None,
                "off_since": None,
            },
            create_defaults={
                "key": p256dh,
                "secret": auth,
                "name": name[:60],
                "created_at": now,
            },
        )
        replan(user_id=user.pk)
    return device


def _are_keys(p256dh: str, auth: str) -> bool:
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _decoded(p256dh))
        return len(_decoded(auth)) == _AUTH_BYTES
    except (ValueError, binascii.Error):
        return False


def _decoded(text: str) -> bytes:
    return urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))
