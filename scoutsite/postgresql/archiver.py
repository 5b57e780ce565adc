"""Whether what PostgreSQL writes reaches the archive of the backups."""

from datetime import datetime
from typing import NamedTuple

from django.db import connection


class Archiver(NamedTuple):
    """What PostgreSQL says of its archive."""

    failing: bool
    """Whether the last try failed, or nothing says where to."""
    reached: datetime | None
    """When something last reached the archive; None if nothing ever has."""


def archiver() -> Archiver | None:
    """Return how the archive does; None without PostgreSQL, or if it archives nothing."""
    if connection.vendor != "postgresql":
        return None
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT last_failed_time IS NOT NULL"
            " AND last_failed_time > coalesce(last_archived_time, '-infinity')"
            " OR NOT EXISTS (SELECT 1 FROM pg_settings WHERE setting <> ''"
            " AND name IN ('archive_command', 'archive_library')), last_archived_time"
            " FROM pg_stat_archiver"
            " WHERE (SELECT setting FROM pg_settings WHERE name = 'archive_mode') <> 'off'"
        )
        row = cursor.fetchone()
    return row and Archiver(*row)
