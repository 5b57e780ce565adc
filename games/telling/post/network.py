"""The network: the one place that asks for addresses of hosts and connects to them.

Tests put another ``Network`` in the place of ``current``. The rule for addresses
(``games/telling/post/addresses.py``) is none of its business and can't be replaced with it.
"""

import socket
import ssl
from functools import cache

PORT = 443


class Network:
    """The real one."""

    def resolve(self, host: str) -> list[str]:
        """Return the IP addresses of ``host``. Raise ``OSError``."""
        found = socket.getaddrinfo(host, PORT, type=socket.SOCK_STREAM)
        return list(dict.fromkeys(str(place[0]) for *_kind, place in found))

    def connect(self, ip: str, seconds: float) -> socket.socket:
        """Return a connection to port 443 of ``ip``. Raise ``OSError``."""
        return socket.create_connection((ip, PORT), timeout=seconds)

    def trust(self) -> ssl.SSLContext:
        """Return the settings of TLS: certificates are checked against the system's."""
        return _system_trust()


@cache
def _system_trust() -> ssl.SSLContext:
    # Reading the certificates takes longer than most requests.
    return ssl.create_default_context()


current: Network = Network()
