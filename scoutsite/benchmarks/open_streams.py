"""Measure what an open page's stream costs: to open it, and to keep it.

Fill an empty database (DATABASE_URL) with games, serve the streams by one or more processes of
their own, and open one for every player, as browsers do when the site comes back after a restart.
"""

import asyncio
import os
import resource
import socket
import subprocess
import sys
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.core.management.base import CommandError, OutputWrapper

from accounts.models import User
from accounts.sessions import SessionStore
from scoutsite.benchmarks.streams import start_games

AT_ONCE = 50
"""Requests that wait for an answer at a time."""
_TICKS = os.sysconf("SC_CLK_TCK")


def add_arguments(parser: ArgumentParser) -> None:
    """Add options."""
    parser.add_argument("--games", type=int, default=250, help="default: %(default)s")
    parser.add_argument(
        "--processes", type=int, default=1, help="on one socket, default: %(default)s"
    )


def run(options: dict[str, Any], stdout: OutputWrapper) -> None:
    """Measure and print."""
    if options["processes"] < 1:
        raise CommandError("--processes must be at least 1.")
    found = measure(games=options["games"], processes=options["processes"])
    shares = " and ".join(f"{share:.0%}" for share in found.shares)
    stdout.write(
        f"{found.streams} streams, opened in {found.seconds:.1f} s: {found.cpu:.1f} ms of CPU and "
        f"{found.memory:.0f} kB each; {shares} of them in a process of {found.empty:.0f} MB"
    )


class Measured(NamedTuple):
    """What the processes of the streams took."""

    streams: int
    seconds: float
    """Until all were open."""
    cpu: float
    """Milliseconds for each to be opened."""
    memory: float
    """Kilobytes for each, resident."""
    empty: float
    """Megabytes of a process without any, resident."""
    shares: list[float]
    """What part of the streams each process has."""


class Page(NamedTuple):
    """A player's open table."""

    game: str
    session: str


def measure(*, games: int, processes: int = 1) -> Measured:
    """Open a stream for each of four players in ``games``.

    Raise ``CommandError`` if the database already has games.
    """
    pages = [
        Page(game.public_id, _session(user)) for game, users in start_games(games) for user in users
    ]
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with _served(processes) as served:
        # The first of all imports and compiles; the first of each page notes that it was seen.
        asyncio.run(_open(pages[: 10 * processes]))
        empty = sum(map(_resident, served))
        kept = asyncio.run(_open(pages, lambda: sum(map(_resident, served))))
        _closed(served)
        files = [*map(_files, served)]
        used, began = sum(map(_cpu, served)), time.perf_counter()

        def read() -> tuple[float, float, list[int]]:
            cpu = sum(map(_cpu, served))
            more = [_files(each) - before for each, before in zip(served, files, strict=True)]
            return time.perf_counter() - began, cpu, more

        seconds, again, more = asyncio.run(_open(pages, read))
        return Measured(
            len(pages),
            seconds,
            1000 * (again - used) / len(pages),
            (kept - empty) / len(pages),
            empty / 1024 / processes,
            [each / sum(more) for each in more],
        )


@contextmanager
def _served(processes: int) -> Iterator[list[int]]:
    """Serve streams at the site's port, as systemd would; yield the numbers of the processes."""
    with ExitStack() as stack:
        listener = stack.enter_context(
            socket.create_server(("127.0.0.1", settings.PORT), backlog=2048)
        )
        file = listener.fileno()
        command = [sys.executable, "manage.py", "serve_streams", "--fd", str(file)]
        servers = []
        for _ in range(processes):
            server = subprocess.Popen(
                command, cwd=settings.BASE_DIR, stdout=subprocess.PIPE, pass_fds=[file]
            )
            servers.append(stack.enter_context(server))
            stack.callback(server.terminate)
        for server in servers:
            assert server.stdout
            server.stdout.readline()
        yield [server.pid for server in servers]


async def _open(pages: list[Page], read: Any = None) -> Any:
    """Open the pages' streams and return what ``read`` says while they are open."""
    some = asyncio.Semaphore(AT_ONCE)
    opened = [_one(page, some) for page in pages]
    writers = await asyncio.gather(*opened)
    found = read() if read else None
    for writer in writers:
        writer.close()
    return found


async def _one(page: Page, some: asyncio.Semaphore) -> asyncio.StreamWriter:
    async with some:
        reader, writer = await asyncio.open_connection("127.0.0.1", settings.PORT)
        writer.write(
            f"GET /stream/?game={page.game} HTTP/1.1\r\nHost: localhost:{settings.PORT}\r\n"
            f"Accept: text/event-stream\r\n"
            f"Cookie: {settings.SESSION_COOKIE_NAME}={page.session}\r\n\r\n".encode()
        )
        while not (line := await reader.readline()).startswith(b"data: "):
            if not line:
                raise CommandError("A stream was refused.")
        return writer


def _session(user: User) -> str:
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    assert session.session_key
    return session.session_key


def _cpu(process: int) -> float:
    """Return the seconds of CPU that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


def _closed(processes: list[int]) -> None:
    """Wait until they have noticed which streams were closed."""
    before: list[int] = []
    while before != (now := [*map(_files, processes)]):
        before = now
        time.sleep(1)


def _files(process: int) -> int:
    """Return how many files a process has open; each stream is one."""
    return len([*Path(f"/proc/{process}/fd").iterdir()])


def _resident(process: int) -> int:
    """Return the kilobytes of memory of a process."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS:"))
