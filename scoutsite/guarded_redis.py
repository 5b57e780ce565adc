"""Connections to Redis that wait once for a server that says nothing, and not in each thread.

Of a machine that was switched off nobody hears. Every command would wait for its whole time limit,
on every connection that a process has kept.
"""

from typing import Any

import redis
from kombu.transport import redis as broker

from scoutsite.gate import Gate

_gate = Gate()


class Connection(redis.Connection):
    """A connection that is refused at once while the server is known to be away."""

    _greets = False
    """While it is being made."""

    def connect_check_health(self, *given: Any, **options: Any) -> None:
        """Connect, if it isn't; raise ``redis.ConnectionError`` if that can't be."""
        if self.is_connected:
            return
        if not _gate.admits():
            raise redis.ConnectionError("Redis is away.")
        self._greets, well = True, False
        try:
            super().connect_check_health(*given, **options)
            well = True
        finally:
            self._greets = False
            _gate.tried(well=well)

    def send_packed_command(self, command: Any, check_health: bool = True) -> None:
        """Send it; a connection from before the server was away has to be made anew."""
        if _gate.shut and not self._greets:
            self.disconnect()  # type: ignore[no-untyped-call]
        super().send_packed_command(command, check_health)  # type: ignore[no-untyped-call]

    def read_response(self, *given: Any, **options: Any) -> Any:
        """Return the answer; one that does not come is a sign that the server is away."""
        try:
            return super().read_response(*given, **options)
        except redis.TimeoutError:
            _gate.tried(well=False)
            raise


class Channel(broker.Channel):
    """For the queue."""

    connection_class = Connection

    def _connparams(self, *given: Any, **options: Any) -> dict[str, Any]:
        """Return how to connect; raise ``redis.ConnectionError`` if nobody is to any more.

        A worker that lost Redis amid messages closes its queue twice. Without this it would die of
        an `AttributeError` the second time (celery/kombu, issue 582), or hang while it dies.
        """
        if self.connection.client is None:
            raise redis.ConnectionError("The queue is closed.")
        found: dict[str, Any] = super()._connparams(*given, **options)  # type: ignore[misc]
        return found


class Transport(broker.Transport):
    """For the queue."""

    Channel = Channel
