"""While a server is away one thread at a time finds out whether it is back."""

import time
from threading import Lock

PAUSE = 0.5
"""Seconds between two tries."""


class Gate:
    """Open, or shut since a try failed."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._shut = False
        self._trying = False
        self._next = 0.0

    @property
    def shut(self) -> bool:
        """Whether the last try failed."""
        return self._shut

    def admits(self) -> bool:
        """Return whether the caller may try; it says afterwards how that went."""
        with self._lock:
            if not self._shut:
                return True
            if self._trying or time.monotonic() < self._next:
                return False
            self._trying = True
            return True

    def tried(self, *, well: bool) -> None:
        """Note how a try went."""
        with self._lock:
            self._shut = not well
            self._trying = False
            self._next = time.monotonic() + PAUSE
