"""The site as its own process, in an environment of the test's making."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MANAGE = (sys.executable, str(ROOT / "manage.py"))


def environment(**variables: str) -> dict[str, str]:
    """Only these variables and what a process needs."""
    kept = ("PATH", "HOME", "LANG", "TMPDIR", "VIRTUAL_ENV")
    bare = {name: os.environ[name] for name in kept if name in os.environ}
    return {**bare, "SECRET_KEY": "x" * 50, **variables}


_PORTS = count(20_000 + 1_000 * int(os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:]))
"""Of this process of tests alone, and none that the system gives out by itself."""


def free_port() -> int:
    """Nobody else takes it before it is used."""
    for port in _PORTS:
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
    raise AssertionError


@contextmanager
def served(variables: dict[str, str], *arguments: str) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [*MANAGE, "serve", *arguments],
        env=variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with process:
        try:
            yield process
        finally:
            process.kill()


def complaints(errors: str) -> list[str]:
    """All but slowness, which is the machine's."""
    return [line for line in errors.splitlines() if "can't reach its broker yet" not in line]


def first_line(process: subprocess.Popen[str]) -> str:
    """The site's address, once it takes requests."""
    assert process.stdout
    return process.stdout.readline()
