"""Django's backend, in which no more than one thread waits for a server that is away.

The pool lets each caller wait for its whole time limit. All threads of a process would wait, and
with them pages that need no database.
"""

from typing import Any

import psycopg
from django.db.backends.postgresql import base
from psycopg_pool import ConnectionPool

from scoutsite.gate import Gate

_gate = Gate()


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that is refused at once while the server is known to be away."""

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Return a connection from the pool; raise ``OperationalError`` if there is none."""
        if not _gate.admits():
            raise psycopg.OperationalError("The database is away.")
        well = False
        try:
            connection = super().get_new_connection(conn_params)
            well = True
        finally:
            _gate.tried(well=well)
        return connection


def pools() -> list[ConnectionPool[Any]]:
    """Return the pools that this process has opened."""
    # Django has no public place for this.
    return [*DatabaseWrapper._connection_pools.values()]  # type: ignore[attr-defined]
