"""The clock of the simulation, which the site takes for the time of day."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from unittest.mock import patch


class Clock:
    """A moment that is set: nothing waits."""

    def __init__(self, now: datetime) -> None:
        self.now = now

    def to(self, moment: datetime) -> None:
        """Go to a later moment; raise ``ValueError`` for an earlier one."""
        if moment < self.now:
            raise ValueError(f"The clock can't go back from {self.now} to {moment}.")
        self.now = moment

    @contextmanager
    def running(self) -> Iterator[None]:
        """Let the site live by this clock; real time still limits what may hang."""
        with patch("django.utils.timezone.now", lambda: self.now):
            yield
