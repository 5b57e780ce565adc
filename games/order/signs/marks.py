"""Marks: keyed hashes of where a user was signed in, kept for 30 days. Reads and writes.

Without the site's key nobody can tell an address or a browser from a mark. Everything that a mark
is made of is thrown away at once.
"""

from collections.abc import Iterable, Iterator
from datetime import date, datetime, timedelta
from ipaddress import IPv4Address, IPv6Address, ip_network

from django.utils.crypto import salted_hmac

from games.models import Mark, MarkKind

KEPT_FOR = timedelta(days=30)
_LENGTH = 32
_PREFIX = {4: 24, 6: 48}
"""Bits of an address by which a network is known."""


def note_marks(
    *,
    user_id: int,
    address: IPv4Address | IPv6Address | None,
    browser: str,
    cookies: Iterable[str],
    now: datetime,
) -> None:
    """Keep the day's marks; one statement, which writes nothing twice.

    ``browser`` is what it calls itself, ``cookies`` random values that only one browser has.
    """
    marks = [
        Mark(user_id=user_id, kind=kind, digest=digest, day=now.date())
        for kind, digest in sorted(set(_marks(address, browser, cookies)))
    ]
    if marks:
        Mark.objects.bulk_create(marks, ignore_conflicts=True)


def _marks(
    address: IPv4Address | IPv6Address | None, browser: str, cookies: Iterable[str]
) -> Iterator[tuple[MarkKind, str]]:
    for cookie in cookies:
        if cookie:
            yield MarkKind.BROWSER, _digest(MarkKind.BROWSER, cookie)
    # The site's own machine, as in development, or behind a proxy that tells no address.
    if address is not None and not address.is_loopback:
        network = str(ip_network(f"{address}/{_PREFIX[address.version]}", strict=False))
        yield MarkKind.NETWORK, _digest(MarkKind.NETWORK, network)
        yield MarkKind.MACHINE, _digest(MarkKind.MACHINE, f"{network} {browser}")


def _digest(kind: MarkKind, value: str) -> str:
    return salted_hmac(f"games.order.signs.{kind}", value, algorithm="sha256").hexdigest()[:_LENGTH]


def forget_old_marks(*, now: datetime) -> None:
    """Delete marks whose time is over."""
    Mark.objects.filter(day__lt=_first_day(now)).delete()


def _first_day(now: datetime) -> date:
    return (now - KEPT_FOR).date()


def marks_of(user_id: int) -> list[dict[str, object]]:
    """Return what marks are kept, for the user's own data: what each is made of, and the day."""
    rows = Mark.objects.filter(user=user_id).order_by("day", "kind", "pk")
    return [
        {"made_of": str(MarkKind(kind).label), "day": day}
        for kind, day in rows.values_list("kind", "day")
    ]
