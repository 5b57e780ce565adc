"""When the operator was last told of a failed unit, in files: the database may be what failed."""

import json
import time
from pathlib import Path

PAUSE = 3600
"""Seconds between two emails about one unit; it may be started again every few seconds."""


class ToldFailures:
    """What is noted of one unit."""

    def __init__(self, folder: Path, unit: str) -> None:
        self._file = folder / f"{unit}.json"
        self._told_at, self._left_out = self._read()

    def is_due(self) -> bool:
        """Return whether the operator is to be told."""
        return not 0 <= time.time() - self._told_at < PAUSE

    def left_out(self) -> int:
        """Return how many failures the operator was not told of since."""
        return self._left_out

    def note(self) -> None:
        """Note that the operator has been told."""
        self._write(time.time(), 0)

    def leave_out(self) -> None:
        """Note that the operator is not told of one."""
        self._write(self._told_at, self._left_out + 1)

    def _read(self) -> tuple[float, int]:
        try:
            told_at, left_out = json.loads(self._file.read_text())
        # A file that nobody can read must not keep the operator from being told.
        except (OSError, ValueError, TypeError):
            return 0.0, 0
        return float(told_at), int(left_out)

    def _write(self, told_at: float, left_out: int) -> None:
        self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._file.write_text(json.dumps([told_at, left_out]))
