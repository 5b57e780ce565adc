"""The kinds of faults: each is a context in which it lasts."""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple

from tests.faults.net import Line, OwnNet
from tests.faults.site import ROLES, Site

HOUR = 3600


class Kind(NamedTuple):
    """What happens, and how long it lasts, in seconds, at least and at most."""

    happens: Callable[[Site, Random], AbstractContextManager[str]]
    lasts: tuple[float, float]
    need: str = ""


@contextmanager
def _dead(site: Site, *roles: str) -> Iterator[str]:
    site.kill(*roles)
    yield " and ".join(roles)
    site.start(*roles)


def _killed(*roles: str) -> Callable[[Site, Random], AbstractContextManager[str]]:
    return lambda site, random: _dead(site, *roles)


def _two(site: Site, random: Random) -> AbstractContextManager[str]:
    return _dead(site, *random.sample(ROLES, 2))


def _child(role: str, what: str) -> Callable[[Site, Random], AbstractContextManager[str]]:
    """One process of several; its parent replaces it."""

    @contextmanager
    def killed(site: Site, random: Random) -> Iterator[str]:
        if pid := site.child(role, what):
            os.kill(pid, signal.SIGKILL)
        yield f"process {pid}" if pid else "there was none"

    return killed


@contextmanager
def _full(site: Site, random: Random) -> Iterator[str]:
    """The disk with the database and its write-ahead log."""
    filler = site.disk / "filler"
    try:
        yield _fill(filler)
    finally:
        filler.unlink()


def _fill(filler: Path) -> str:
    written = 0
    with filler.open("wb", buffering=0) as file:
        for size in (1 << 20, 4096):
            try:
                while True:
                    written += file.write(b"\0" * size)
            except OSError:
                continue
    return f"{written >> 20} MB were free"


def _clock(seconds: int, *places: str) -> Callable[[Site, Random], AbstractContextManager[str]]:
    @contextmanager
    def wrong(site: Site, random: Random) -> Iterator[str]:
        assert site.clocks
        for place in places:
            site.clocks.set(place, seconds)
        yield f"{seconds:+} s"
        for place in places:
            site.clocks.set(place, 0)

    return wrong


def _lossy(line: Line, share: float) -> Callable[[Site, Random], AbstractContextManager[str]]:
    @contextmanager
    def losing(site: Site, random: Random) -> Iterator[str]:
        assert isinstance(site.net, OwnNet)
        site.net.drop(line, share)
        yield f"{share:.0%} of the packets"
        site.net.mend(line)

    return losing


KINDS = {
    "pages": Kind(_killed("pages"), (1, 6)),
    "page-process": Kind(_child("pages", "gunicorn"), (0, 1)),
    "streams": Kind(_killed("streams"), (1, 6)),
    "worker": Kind(_killed("worker"), (1, 8)),
    "experts": Kind(_killed("experts"), (1, 8)),
    "senders": Kind(_killed("senders"), (1, 4)),
    "reviews": Kind(_killed("reviews"), (1, 4)),
    "scheduler": Kind(_killed("scheduler"), (1, 6)),
    "redis": Kind(_killed("redis"), (1, 12)),
    "postgresql": Kind(_killed("postgresql"), (1, 8)),
    "backend": Kind(_child("postgresql", "postgres scout"), (0, 1)),
    "two": Kind(_two, (1, 8)),
    "full-disk": Kind(_full, (6, 12), "disk"),
    "clock-ahead": Kind(_clock(2 * HOUR, "site"), (8, 12), "compiler"),
    "clock-back": Kind(_clock(-2 * HOUR, "site"), (8, 12), "compiler"),
    "all-clocks-ahead": Kind(_clock(2 * HOUR, "site", "data"), (8, 12), "compiler"),
    "all-clocks-back": Kind(_clock(-2 * HOUR, "site", "data"), (8, 12), "compiler"),
    "players-cut-off": Kind(_lossy(Line.PLAYERS, 1), (3, 12), "namespaces"),
    "data-cut-off": Kind(_lossy(Line.DATA, 1), (3, 12), "namespaces"),
    "data-lossy": Kind(_lossy(Line.DATA, 0.25), (5, 12), "namespaces"),
}
"""By name, in the order of the report."""
