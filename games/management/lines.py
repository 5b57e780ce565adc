"""Reading lines."""

import sys
from collections.abc import Iterator
from pathlib import Path

from django.core.management.base import CommandError


def lines_of(path: str) -> Iterator[bytes]:
    """Yield the lines (``-``: standard input) that are not blank.

    Raise ``CommandError`` (exit status 2) if unreadable.
    """
    try:
        if path == "-":
            yield from _filled(sys.stdin.buffer)
        else:
            with Path(path).open("rb") as file:
                yield from _filled(file)
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}", returncode=2) from error


def _filled(lines: Iterator[bytes]) -> Iterator[bytes]:
    for line in lines:
        if line.strip():
            yield line
