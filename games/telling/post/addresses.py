"""The rule for addresses of push services and webhooks: https, to public IP addresses alone.

It is asked when an address is saved, and again each time before anything is sent.
"""

import re
import threading
import time
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import NamedTuple
from urllib.parse import urlsplit

from django.conf import settings

from games.telling.post import network
from games.telling.post.errors import AddressError

LONGEST = 1000
"""Most characters of an address, as in its column."""
MOST_IPS = 16
"""Most IP addresses of a host; of the others none is asked for."""
CHECK_SECONDS = 5.0
"""How long saving an address may wait for its host to be found."""

_LABEL = r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?"
_NAME = re.compile(rf"(?:{_LABEL}\.)+(?!\d+\Z)(?!0x){_LABEL}\Z")
"""A host name: its last part is no number, in whatever way it is written."""
_PRINTABLE = re.compile(r"[!-~]+\Z")

_CLOSED_4 = [
    IPv4Network(each)
    for each in (
        "0.0.0.0/8",  # this network, and "unspecified"
        "10.0.0.0/8",  # private
        "100.64.0.0/10",  # shared by a provider's customers (CGNAT)
        "127.0.0.0/8",  # this machine
        "168.63.129.16/32",  # a cloud's own services, though the address looks public
        "169.254.0.0/16",  # link-local, and the metadata of clouds
        "172.16.0.0/12",  # private
        "192.0.0.0/24",  # protocols
        "192.0.2.0/24",  # documentation
        "192.88.99.0/24",  # relays of 6to4
        "192.168.0.0/16",  # private
        "198.18.0.0/15",  # benchmarks
        "198.51.100.0/24",  # documentation
        "203.0.113.0/24",  # documentation
        "224.0.0.0/4",  # multicast
        "240.0.0.0/4",  # reserved, and broadcast
    )
]
_OPEN_6 = IPv6Network("2000::/3")
"""All that is given out of IPv6; outside are loopback, mapped, local and multicast addresses."""
_CLOSED_6 = [
    IPv6Network(each)
    for each in (
        "2001::/23",  # protocols, Teredo among them
        "2001:db8::/32",  # documentation
        "2002::/16",  # 6to4, which holds an IPv4 address
        "3fff::/20",  # documentation
    )
]
_NAT64 = IPv6Network("64:ff9b::/96")
"""How IPv4 is reached from networks that have IPv6 alone."""


class Target(NamedTuple):
    """An address in its parts."""

    host: str
    """In lower case; an IP address without brackets."""
    path: str
    """With its query."""

    @property
    def origin(self) -> str:
        return f"https://{self.written_host}"

    @property
    def written_host(self) -> str:
        return f"[{self.host}]" if ":" in self.host else self.host


def target_of(address: str) -> Target:
    """Return the parts of ``address``, without asking anybody. Raise ``AddressError``."""
    if len(address) > LONGEST or not _PRINTABLE.match(address) or "\\" in address:
        raise AddressError
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        raise AddressError from None
    host = (parts.hostname or "").removesuffix(".")
    if parts.scheme != "https" or "@" in parts.netloc or port not in (None, 443):
        raise AddressError
    if _own(host) or not (_NAME.match(host) or _is_literal(host)):
        raise AddressError
    path = parts.path or "/"
    return Target(host, f"{path}?{parts.query}" if parts.query else path)


def public_ips(target: Target, *, ends_at: float) -> list[str]:
    """Return the IP addresses of the target's host, all of them public.

    They are asked for once; only these may be connected to. Raise ``AddressError`` if one isn't
    public, if there is none, or if that isn't known at ``ends_at`` (of ``time.monotonic``).
    """
    ips = [target.host] if _is_literal(target.host) else _resolved(target.host, ends_at)
    if not ips or len(ips) > MOST_IPS or not all(map(is_public, ips)):
        raise AddressError
    return ips


def check_address(address: str) -> Target:
    """Return the parts of an address to which we may post now. Raise ``AddressError``."""
    target = target_of(address)
    public_ips(target, ends_at=time.monotonic() + CHECK_SECONDS)
    return target


def is_public(text: str) -> bool:
    """Return whether ``text`` is an IP address that anybody on the internet can reach."""
    try:
        ip = ip_address(text)
    except ValueError:
        return False
    if isinstance(ip, IPv4Address):
        return _is_public_4(ip)
    if ip.scope_id is not None:
        return False
    if ip in _NAT64:
        return _is_public_4(IPv4Address(int(ip) & 0xFFFF_FFFF))
    return _is_public_6(ip)


def _is_public_4(ip: IPv4Address) -> bool:
    # Python's own list knows what has been reserved since this one was written.
    return ip.is_global and not any(ip in each for each in _CLOSED_4)


def _is_public_6(ip: IPv6Address) -> bool:
    return ip in _OPEN_6 and ip.is_global and not any(ip in each for each in _CLOSED_6)


def _own(host: str) -> bool:
    return host == settings.SITE_HOST.lower() or host in settings.ALLOWED_HOSTS


def _is_literal(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def _resolved(host: str, ends_at: float) -> list[str]:
    """Ask the resolver, which has no time limit of its own, from another thread."""
    found: list[str] = []

    def ask() -> None:
        try:
            found.extend(network.current.resolve(host))
        except (OSError, UnicodeError):
            return

    asking = threading.Thread(target=ask, daemon=True, name="resolver")
    asking.start()
    asking.join(max(0.0, ends_at - time.monotonic()))
    # A late answer must not change what has been checked.
    return [] if asking.is_alive() else list(found)
