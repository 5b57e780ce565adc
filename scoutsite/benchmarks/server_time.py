"""How long PostgreSQL plans and runs statements, by what it says of each itself."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.db import connection
from psycopg.errors import Diagnostic

_REPORTED = re.compile(r"duration: ([\d.]+) ms +(parse|bind|execute|statement)\b")
_ON = "SET log_min_duration_statement = 0; SET client_min_messages = log"
_OFF = "RESET client_min_messages; RESET log_min_duration_statement"


@dataclass
class ServerTime:
    """Sums in milliseconds."""

    planning: float = 0
    """To read statements and to plan them, which PostgreSQL does while it binds their values."""
    running: float = 0
    """Of statements sent as one text it says a single figure, which is taken for running."""

    def note(self, report: Diagnostic) -> None:
        """Add what a message of the server says, if it is one of these."""
        found = _REPORTED.match(report.message_primary or "")
        if not found:
            return
        spent = float(found[1])
        if found[2] in ("parse", "bind"):
            self.planning += spent
        else:
            self.running += spent


@contextmanager
def server_time() -> Iterator[ServerTime]:
    """Sum up the times of this thread's statements meanwhile; the user must be a superuser.

    Being told takes time too: what else is measured meanwhile is dearer than it is.
    """
    spent = ServerTime()
    connection.ensure_connection()
    server = connection.connection
    with connection.cursor() as cursor:
        cursor.execute(_ON)
    server.add_notice_handler(spent.note)
    try:
        yield spent
    finally:
        server.remove_notice_handler(spent.note)
        with connection.cursor() as cursor:
            cursor.execute(_OFF)
