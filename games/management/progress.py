"""Progress of long commands, on standard error."""

import sys
from collections.abc import Iterable, Iterator
from typing import TextIO, TypeVar

from tqdm import tqdm

T = TypeVar("T")

SECONDS_BETWEEN = 1.0
"""Between updates on a terminal."""
SECONDS_BETWEEN_LINES = 60.0
"""Between lines elsewhere, as in a log."""

# Without its thread, which would make it unsafe for a command to fork.
tqdm.monitor_interval = 0


def with_progress(items: Iterable[T], total: int, what: str) -> Iterator[T]:
    """Yield ``items``, reporting progress: a bar on a terminal, a line a minute elsewhere."""
    terminal = sys.stderr.isatty()
    with tqdm(
        items,
        what,
        total,
        file=sys.stderr if terminal else _Lines(sys.stderr),
        mininterval=SECONDS_BETWEEN if terminal else SECONDS_BETWEEN_LINES,
        # Look at the time after every item: some take much longer than others.
        miniters=1,
        ascii=".#",
        bar_format="{desc}: {n_fmt} of {total_fmt} [{bar:24}] {remaining} left",
    ) as bar:
        yield from bar


class _Lines:
    """Turns each state of a bar into a line."""

    def __init__(self, file: TextIO) -> None:
        self._file = file

    def write(self, text: str) -> None:
        if line := text.strip():
            self._file.write(f"{line}\n")

    def flush(self) -> None:
        self._file.flush()
