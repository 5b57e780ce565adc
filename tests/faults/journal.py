"""What a player was told: a file of their own, on the disk before they go on."""

import json
import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple


class Acknowledged(NamedTuple):
    """A move that the site has taken."""

    game: str
    version: int
    """Of the game in the answer."""
    seq: int
    seat: int
    move: dict[str, Any]
    status: int
    """201, or 200 if the site had taken it before and the answer was lost."""


class Journal:
    """Lines are only ever added."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("a")

    def write(self, entry: Acknowledged) -> None:
        self._file.write(json.dumps(entry._asdict()) + "\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        self._file.close()


def read(path: Path) -> Iterator[Acknowledged]:
    with closing(path.open()) as lines:
        for line in lines:
            yield Acknowledged(**json.loads(line))
