"""What arrives: a mail server and an HTTPS server that record it."""

import asyncio
import json
import re
import socket
import ssl
import threading
import time
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from django.core.management.base import CommandError

from games.models import Way
from games.telling.post.push import topic_of
from scoutsite.benchmarks.device_keys import decrypted
from scoutsite.benchmarks.local_network import environment_for

HOST = "bench.example"
PAUSE = 5.0
"""Seconds without an arrival that are waiting, not sending."""
DECRYPTED = 10
"""One push of so many is decrypted."""
_TABLE = re.compile(rb"/(?:games/([0-9a-z]{12})/|turn/([0-9a-z]{12})\.)")
_MESSAGE_ID = re.compile(rb"^Message-ID:\s*(<\S+>)", re.MULTILINE | re.IGNORECASE)


class Arrivals:
    """What has arrived so far, by the name under which it is known again."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.names: Counter[str] = Counter()
        self.faults: Counter[str] = Counter()
        """What was wrong with arrivals."""
        self.decrypted = 0
        self._tables: dict[str, set[str]] = {}
        self._times: list[float] = []

    def note(self, name: str, tables: Collection[str]) -> None:
        """Note what tells of ``tables``."""
        with self._lock:
            self.names[name] += 1
            self._tables.setdefault(name, set()).update(tables)
            self._times.append(time.monotonic())

    def times_told(self) -> Counter[str]:
        """Return under how many names each table was told."""
        with self._lock:
            return Counter(table for tables in self._tables.values() for table in tables)

    def busy_seconds(self, begun: float) -> float:
        """Return the seconds from ``begun`` to the last arrival, without long pauses."""
        with self._lock:
            times = list(self._times)
        busy = times[0] - begun if times else PAUSE
        for before, later in pairwise(times):
            busy += later - before if later - before < PAUSE else 0
        return busy


class Request(NamedTuple):
    """A POST."""

    path: str
    headers: Mapping[str, str]
    """By names in lower case."""
    body: bytes


@contextmanager
def mail_server(arrivals: Arrivals) -> Iterator[dict[str, str]]:
    """Take emails; yield the environment of senders. Raise ``CommandError`` without aiosmtpd."""
    try:
        from aiosmtpd.controller import Controller
    except ImportError as error:
        raise _missing("aiosmtpd") from error
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    server = Controller(_Mailbox(arrivals), hostname="127.0.0.1", port=port, ready_timeout=20)
    server.start()
    try:
        yield {"EMAIL_URL": f"smtp://127.0.0.1:{port}"}
    finally:
        server.stop()


@contextmanager
def https_server(
    arrivals: Arrivals, way: Way, addresses: Mapping[str, str]
) -> Iterator[dict[str, str]]:
    """Take pushes or hooks; yield the environment of senders.

    ``addresses``: the path to which each table belongs. Raise ``CommandError`` without trustme.
    """
    try:
        import trustme
    except ImportError as error:
        raise _missing("trustme") from error
    authority = trustme.CA()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(HOST).configure_cert(context)
    take = _Devices(arrivals, addresses) if way == Way.PUSH else _Hooks(arrivals, addresses)
    with TemporaryDirectory() as folder:
        trusted = Path(folder) / "authority.pem"
        authority.cert_pem.write_to_path(str(trusted))
        server = _Server(take, context)
        try:
            yield environment_for(server.port, trusted)
        finally:
            server.close()


def _missing(package: str) -> CommandError:
    return CommandError(f"{package}, which the tests also need, is missing: run make test")


class _Mailbox:
    def __init__(self, arrivals: Arrivals) -> None:
        self._arrivals = arrivals

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        name = _MESSAGE_ID.search(envelope.content)
        assert name is not None
        tables = {page or turn for page, turn in _TABLE.findall(envelope.content)}
        self._arrivals.note(name[1].decode(), {table.decode() for table in tables})
        return "250 OK"


class _Hooks:
    status = 204

    def __init__(self, arrivals: Arrivals, addresses: Mapping[str, str]) -> None:
        self._arrivals, self._addresses = arrivals, addresses

    def __call__(self, request: Request) -> None:
        table = json.loads(request.body)["data"]["tag"]
        if self._addresses.get(table) != request.path:
            self._arrivals.faults["at a wrong address"] += 1
        self._arrivals.note(request.headers["webhook-id"], [table])


class _Devices:
    status = 201

    def __init__(self, arrivals: Arrivals, addresses: Mapping[str, str]) -> None:
        self._arrivals, self._addresses = arrivals, addresses
        self._tables = {topic_of(table): table for table in addresses}
        self._count = 0

    def __call__(self, request: Request) -> None:
        topic = request.headers["topic"]
        table = self._tables.get(topic, "")
        if self._addresses.get(table) != request.path:
            self._arrivals.faults["at a wrong address"] += 1
        self._count += 1
        if self._count % DECRYPTED == 0:
            self._arrivals.decrypted += 1
            if decrypted(request.body).get("tag") != table:
                self._arrivals.faults["about another table than its topic"] += 1
        # The device shows one notification for each tag, and the topic is made of that.
        self._arrivals.note(f"{request.path} {topic}", [table])


class _Server:
    """An HTTPS server in a thread; it takes one POST a connection."""

    def __init__(self, take: _Hooks | _Devices, context: ssl.SSLContext) -> None:
        self._take, self._context = take, context
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()
        self._server = self._run(
            asyncio.start_server(self._answer, "127.0.0.1", 0, ssl=context, backlog=200)
        )
        self.port: int = self._server.sockets[0].getsockname()[1]

    def close(self) -> None:
        self._server.close()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _run(self, work: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            self._take(await _read(reader))
            writer.write(f"HTTP/1.1 {self._take.status} OK\r\nContent-Length: 0\r\n\r\n".encode())
            await writer.drain()
        # Of a sender that was killed.
        except (asyncio.IncompleteReadError, ConnectionError, ssl.SSLError):
            pass
        finally:
            writer.close()


async def _read(reader: asyncio.StreamReader) -> Request:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    first, *lines = head.strip().split("\r\n")
    pairs = (line.split(":", 1) for line in lines)
    headers = {name.lower(): value.strip() for name, value in pairs}
    body = await reader.readexactly(int(headers["content-length"]))
    return Request(first.split(" ")[1], headers, body)
