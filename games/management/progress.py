"""How far a long command has come, said on standard error."""

import time
from collections.abc import Iterable, Iterator
from datetime import timedelta
from typing import TypeVar

from django.core.management.base import OutputWrapper

T = TypeVar("T")

SECONDS_BETWEEN = 1.0
"""How often the line on a terminal is written over."""
SECONDS_BETWEEN_LINES = 60.0
"""How often a line is written where there is no terminal, as in a log."""
BAR = 24
"""How many characters the bar has."""
ERASED = "\x1b[K"
"""Tells a terminal to wipe what is left of an older, longer line."""


def with_progress(items: Iterable[T], total: int, what: str, out: OutputWrapper) -> Iterator[T]:
    """``items``, saying now and then on ``out`` how many of ``total`` are done.

    On a terminal that is a bar with the time still to go, written over about every second;
    elsewhere a line a minute, and the last state.
    """
    on_terminal = out.isatty()
    begun = said = time.monotonic()
    done = 0
    for done, item in enumerate(items, start=1):
        yield item
        now = time.monotonic()
        if now - said > (SECONDS_BETWEEN if on_terminal else SECONDS_BETWEEN_LINES):
            said = now
            line = progress_line(what, done, total, now - begun)
            if on_terminal:
                out.write(f"\r{line}{ERASED}", _plain, ending="")
            else:
                out.write(line)
            out.flush()
    start = f"\r{ERASED}" if on_terminal else ""
    out.write(f"{start}{what}: {done} of {total}\n", _plain)


def _plain(line: str) -> str:
    """What is said on standard error is no error here, and not coloured as one."""
    return line


def progress_line(what: str, done: int, total: int, seconds: float) -> str:
    """What is said when ``done`` of ``total`` took so many seconds; at least one is done."""
    # What is to be done may have grown meanwhile.
    total = max(total, done)
    filled = BAR * done // total
    left = timedelta(seconds=round(seconds / done * (total - done)))
    return f"{what}: {done} of {total} [{'#' * filled}{'.' * (BAR - filled)}] {left} left"
