"""Email addresses of accounts deleted under a ban, kept as keyed hashes. Reads and writes."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.contrib.auth.models import AbstractUser
from django.utils.crypto import salted_hmac

from games.models import BannedAddress, SanctionKind, SignKind, Strength
from games.order.signs.keeping import Found, keep
from games.order.signs.mailboxes import same_mailbox
from games.people.standing import standing_sanctions

LONGEST = timedelta(days=730)
"""Two years, after which an address is forgotten whatever the ban."""


def leave_addresses(*, user: AbstractUser, addresses: Iterable[str], now: datetime) -> None:
    """Keep the hashes of a user's addresses if they are banned; the account is being deleted."""
    bans = standing_sanctions(now=now).filter(player=user.pk, kind=SanctionKind.BAN)
    ends = list(bans.values_list("until", flat=True))
    if not ends:
        return
    latest = now + LONGEST
    until = min(max(end or latest for end in ends), latest)
    for address in {*addresses}:
        BannedAddress.objects.update_or_create(
            digest=_digest(address), defaults={"deleted_at": now, "until": until}
        )


def look_at_address(*, user_id: int, address: str, now: datetime) -> None:
    """Write a sign if an account with this address, now confirmed, was deleted under a ban."""
    known = BannedAddress.objects.filter(digest=_digest(address), until__gt=now).first()
    if known is None:
        return
    keep(
        Found(
            kind=SignKind.RETURNED,
            strength=Strength.STRONG,
            player_id=user_id,
            figures={"deleted": known.deleted_at.date().isoformat()},
            weight=1,
        ),
        now=now,
    )


def forget_old_addresses(*, now: datetime) -> None:
    """Delete hashes whose time is over."""
    BannedAddress.objects.filter(until__lte=now).delete()


def _digest(address: str) -> str:
    salt = "games.order.signs.addresses"
    return salted_hmac(salt, same_mailbox(address), algorithm="sha256").hexdigest()
