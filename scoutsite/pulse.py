"""What a server of pages or streams says of itself every few seconds."""

import threading

from scoutsite.heartbeat import INTERVAL, Part, try_to_beat
from scoutsite.metrics.pool import look_at_pool


def pulse(*parts: Part) -> None:
    """Record that these parts live, and how the pool of this process stands."""
    try_to_beat(*parts)
    look_at_pool(parts[0])


class Pulse(threading.Thread):
    """A pulse until the process ends, for a server that has no place for it.

    Gunicorn itself replaces a process that hangs.
    """

    def __init__(self, part: Part) -> None:
        super().__init__(name=f"pulse of {part.value}", daemon=True)
        self._part = part
        self._over = threading.Event()

    def run(self) -> None:
        pulse(self._part)
        while not self._over.wait(INTERVAL.total_seconds()):
            pulse(self._part)

    def stop(self) -> None:
        """End before the next one."""
        self._over.set()
