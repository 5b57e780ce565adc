"""The time that decides."""

from datetime import datetime

from django.db import connection
from django.utils import timezone

from games.models import ClockState


def database_now() -> datetime:
    """Return the database's time; SQLite has none of its own, so there it is this machine's.

    Many processes on many machines share a database, and one of their clocks may be wrong. Whatever
    begins a turn or ends it takes its time from here.
    """
    return _clock_of_postgresql() if connection.vendor == "postgresql" else timezone.now()


def note_set_back(now: datetime) -> None:
    """Note it if the time was set back to ``now``, perhaps before anybody looks at the clocks.

    Once it is right again, turns that began meanwhile seem long over. They get the time back, as
    after any time in which nobody looked.
    """
    ClockState.objects.filter(looked_at__gt=now).update(looked_at=now)


def _clock_of_postgresql() -> datetime:
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        found: datetime = cursor.fetchone()[0]
    return found
