"""The time that decides."""

from datetime import datetime

from django.db import connection
from django.utils import timezone


def database_now() -> datetime:
    """Return the database's time; SQLite has none of its own, so there it is this machine's.

    Many processes on many machines share a database, and one of their clocks may be wrong. Whatever
    begins a turn or ends it takes its time from here.
    """
    return _clock_of_postgresql() if connection.vendor == "postgresql" else timezone.now()


def _clock_of_postgresql() -> datetime:
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        found: datetime = cursor.fetchone()[0]
    return found
