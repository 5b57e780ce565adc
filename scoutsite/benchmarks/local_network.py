"""A network for senders that are measured: every host is one local server."""

import os
import ssl
from pathlib import Path
from socket import create_connection, socket

from games.telling.post import network

PUBLIC_IP = "93.184.216.34"
"""What every name resolves to: the rule for addresses holds here too."""
_PORT = "BENCH_HTTPS_PORT"
_AUTHORITY = "BENCH_HTTPS_AUTHORITY"


def environment_for(port: int, authority: Path) -> dict[str, str]:
    """Return what tells a sender its server's port and the certificate to trust."""
    return {_PORT: str(port), _AUTHORITY: str(authority)}


def use_local_network() -> None:
    """Let this process reach the local server alone. Raise ``KeyError`` outside a benchmark."""
    network.current = _LocalNetwork(int(os.environ[_PORT]), os.environ[_AUTHORITY])


class _LocalNetwork(network.Network):
    def __init__(self, port: int, authority: str) -> None:
        self._port = port
        self._trust = ssl.create_default_context(cafile=authority)

    def resolve(self, host: str) -> list[str]:
        return [PUBLIC_IP]

    def connect(self, ip: str, seconds: float) -> socket:
        return create_connection(("127.0.0.1", self._port), timeout=seconds)

    def trust(self) -> ssl.SSLContext:
        return self._trust
