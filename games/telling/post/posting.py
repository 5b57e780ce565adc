"""One POST to a checked address, within a time limit, whatever the other side does."""

import ssl
import time
from collections.abc import Mapping
from contextlib import closing
from datetime import timedelta
from http.client import HTTPException
from socket import socket
from typing import Any, NamedTuple

from urllib3 import Retry
from urllib3.connection import HTTPSConnection
from urllib3.exceptions import HTTPError

from games.telling.post import network
from games.telling.post.addresses import Target, public_ips, target_of
from games.telling.post.errors import AddressError, FailedError

LIMIT = 10.0
"""Seconds for everything: finding the host, connecting, sending, and the answer's head."""
MOST_READ = 16 * 1024
"""Most bytes of an answer that are read, TLS aside. Only its head is of interest."""
MOST_TRIED = 4
"""Most IP addresses of a host that are tried."""
LONGEST_WAIT = timedelta(hours=6)


class Answer(NamedTuple):
    """What the other side said."""

    status: int
    retry_after: timedelta | None


def post(
    address: str, body: bytes, headers: Mapping[str, str], *, seconds: float = LIMIT
) -> Answer:
    """Post ``body`` to ``address`` and return the answer; redirects are not followed.

    Raise ``FailedError`` if the address isn't public, nobody answers in time, the certificate is
    not the host's, or the answer isn't HTTP.
    """
    ends_at = time.monotonic() + seconds
    try:
        target = target_of(address)
        ips = public_ips(target, ends_at=ends_at)
    except AddressError:
        raise FailedError("the address is not public") from None
    try:
        with closing(_Connection(target, ips, ends_at)) as connection:
            connection.connect()
            # Of the answer only the head matters: whatever follows is never read.
            connection.request(
                "POST", target.path, body=body, headers=headers, preload_content=False
            )
            with closing(connection.getresponse()) as answer:
                return Answer(answer.status, _wait(answer.headers.get("Retry-After")))
    except ssl.SSLCertVerificationError:
        raise FailedError("the certificate is not valid") from None
    except TimeoutError:
        raise FailedError("no answer in time") from None
    except (OSError, HTTPError, HTTPException, ValueError) as error:
        raise FailedError(f"no connection ({type(error).__name__})") from None


class _HurriedSocket(ssl.SSLSocket):
    """A socket for which time is up at a moment, not after each byte."""

    ends_at: float
    taken: int

    def hurry(self, ends_at: float) -> None:
        self.ends_at = ends_at
        self.taken = 0

    def send(self, *args: Any, **kwargs: Any) -> int:
        self.settimeout(_left(self.ends_at))
        return super().send(*args, **kwargs)

    def recv_into(self, *args: Any, **kwargs: Any) -> int:
        self.settimeout(_left(self.ends_at))
        count = super().recv_into(*args, **kwargs)
        self.taken += count
        if self.taken > MOST_READ:
            raise ConnectionAbortedError
        return count


class _Connection(HTTPSConnection):
    """A connection to IP addresses that were checked, with the host's own name and certificate."""

    def __init__(self, target: Target, ips: list[str], ends_at: float) -> None:
        context = network.current.trust()
        context.sslsocket_class = _HurriedSocket
        super().__init__(target.host, network.PORT, ssl_context=context)
        self._ips = ips[:MOST_TRIED]
        self._ends_at = ends_at

    def _new_conn(self) -> socket:
        failure: OSError = ConnectionError()
        for tried, ip in enumerate(self._ips):
            # Each gets its part of the time, so that a dead one leaves some for the next.
            seconds = _left(self._ends_at) / (len(self._ips) - tried)
            try:
                connection = network.current.connect(ip, seconds)
            except OSError as error:
                failure = error
                continue
            # For the handshake as a whole.
            connection.settimeout(_left(self._ends_at))
            return connection
        raise failure

    def connect(self) -> None:
        super().connect()
        assert isinstance(self.sock, _HurriedSocket)
        self.sock.hurry(self._ends_at)


def _left(ends_at: float) -> float:
    """Return the seconds left. Raise ``TimeoutError`` if there are none."""
    left = ends_at - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


def _wait(header: str | None) -> timedelta | None:
    if header is None:
        return None
    try:
        return min(timedelta(seconds=Retry().parse_retry_after(header)), LONGEST_WAIT)
    except (HTTPError, ValueError, OverflowError):
        return None
