"""Figures of several processes, in files of one folder.

Each process has a slot, a number that it locks for as long as it lives. The next process to take a
slot goes on counting in its files: nothing is lost with a process, and there are never more files
than processes at one time.
"""

import fcntl
import os
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import IO

from prometheus_client import multiprocess, values

_LOCK = "slot-{}.lock"


class Slots:
    """The slots in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._process: int | None = None
        self._slot = 0
        self._held: IO[bytes] | None = None

    def mine(self) -> int:
        """Return the slot of this process, which takes one first if need be, as after a fork."""
        if self._process != os.getpid():
            self._take()
        return self._slot

    def forget_the_dead(self) -> None:
        """Remove what is only true of a process that lives, where it doesn't."""
        for slot in self._slots():
            # To close another handle of our own slot would give it up.
            if slot == self._slot and self._process == os.getpid():
                continue
            if held := self._lock(slot):
                with held:
                    _forget(slot, self._folder)

    def _take(self) -> None:
        for slot in count():
            if held := self._lock(slot):
                # The handle of a parent process holds nothing here.
                self._held, self._slot, self._process = held, slot, os.getpid()
                _forget(slot, self._folder)
                return

    def _lock(self, slot: int) -> IO[bytes] | None:
        held = (self._folder / _LOCK.format(slot)).open("ab")
        with suppress(OSError):
            fcntl.lockf(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return held
        held.close()
        return None

    def _slots(self) -> list[int]:
        return [int(path.stem.rpartition("-")[2]) for path in self._folder.glob("slot-*.lock")]


def _forget(slot: int, folder: Path) -> None:
    multiprocess.mark_process_dead(slot, folder)  # type: ignore[no-untyped-call]


def share(folder: Path) -> Slots:
    """Count in ``folder``, with other processes; before anything is counted.

    Raise ``OSError`` if it can't be made or written to.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder)
    slots = Slots(folder)
    values.ValueClass = values.MultiProcessValue(slots.mine)  # type: ignore[no-untyped-call]
    return slots
