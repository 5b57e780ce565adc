"""The one driver of both sides: a process of Node that plays recorded games."""

import json
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tests.beside.processor import seconds_of
from tests.beside.sides import Side

SETTLING = 0.3
"""Seconds in which what was answered before it was stored is stored."""


class Played(NamedTuple):
    """The figures of one run of the driver."""

    seconds: float
    waited: list[float]
    """Milliseconds until each move was acknowledged."""
    acknowledged: list[int]
    """By table, how many moves of the game its players were told are made."""
    killed: bool
    processor: dict[str, float]
    """Seconds of each part of the side."""


class Driver:
    """Runs in `folder`, where its packages are."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def open(self, side: Side, tables: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
        """Open games for these recordings by the side's own interface."""
        found: list[dict[str, Any]] = self._ask({"task": "open", **side.job(), "tables": tables})
        return found

    def count(self, side: Side, tables: Sequence[dict[str, Any]]) -> list[int | None]:
        """Return how many moves each game has now; None if it can't be read."""
        found: list[int | None] = self._ask({"task": "count", **side.job(), "tables": tables})
        return found

    def play(self, side: Side, tables: Sequence[dict[str, Any]], **more: Any) -> Played:
        """Play each table from its `from` to the end of its `moves`."""
        with self._started({"task": "run", **side.job(), "tables": tables, **more}) as process:
            assert process.stdin
            self._line(process)
            before = {part: seconds_of([pid]) for part, pid in side.parts().items()}
            process.stdin.write("go\n")
            process.stdin.flush()
            said = json.loads(self._line(process))
            time.sleep(SETTLING)
            after = {part: seconds_of([pid]) for part, pid in side.parts().items()}
            process.stdin.write("end\n")
            process.stdin.flush()
        spent = {part: after[part] - before[part] for part in before}
        return Played(**said, processor=spent)

    def _ask(self, job: dict[str, Any]) -> Any:
        with self._started(job) as process:
            return json.loads(self._line(process))

    def _started(self, job: dict[str, Any]) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            ["node", "drive.js"],
            cwd=self.folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert process.stdin
        process.stdin.write(json.dumps(job) + "\n")
        process.stdin.flush()
        return process

    def _line(self, process: subprocess.Popen[str]) -> str:
        assert process.stdout
        assert process.stderr
        line = process.stdout.readline()
        if not line:
            process.wait()
            raise RuntimeError(f"The driver ended: {process.stderr.read()}")
        return line
