"""What a scrape reads where it is kept: in the database, in Redis and from the disks.

One process does that, however many count; the queries are those of the page about operations.
"""

import time
from collections.abc import Iterator
from threading import Lock
from typing import Any

import redis
from django.db import Error as DatabaseError
from django.db import connection
from django.utils import timezone
from kombu.exceptions import OperationalError as BrokerError
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from games.play.sweeping import turns
from games.upkeep.finished import last_finished
from games.upkeep.operations import overdue, waiting_games
from scoutsite import heartbeat
from scoutsite.disks import disks
from scoutsite.heartbeat import Part
from scoutsite.postgresql.archiver import archiver
from scoutsite.queues import waiting_tasks
from scoutsite.readiness import checks

KEPT_FOR = 5.0
"""Seconds; of several who ask at once, one looks."""

Value = tuple[list[str], float]


class Site(Collector):
    """The figures of the whole site."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept: list[Metric] = []
        self._until = 0.0

    def describe(self) -> list[Metric]:
        """Nothing: nobody looks before somebody asks."""
        return []

    def collect(self) -> list[Metric]:
        """Return the figures; those of a server that is away are left out."""
        with self._lock:
            if time.monotonic() >= self._until:
                try:
                    self._kept = [*_checks(), *_games(), *_redis(), *_disks()]
                finally:
                    # Back to the pool, whichever thread asked.
                    if not connection.in_atomic_block:
                        connection.close()
                self._until = time.monotonic() + KEPT_FOR
            return self._kept


def _gauge(name: str, said: str, labels: list[str], values: list[Value]) -> Metric:
    family = GaugeMetricFamily(name, said, labels=labels)
    for label_values, value in values:
        family.add_metric(label_values, value)
    return family


def _checks() -> Iterator[Metric]:
    values: list[Value] = [([name], float(check.ok)) for name, check in checks().items()]
    yield _gauge("scout_check_ok", "Whether a check of /readyz is well.", ["check"], values)


def _games() -> Iterator[Metric]:
    try:
        yield from _waiting()
        yield from _finished()
        if connection.vendor == "postgresql":
            yield from of_postgresql()
    # `scout_check_ok` says so.
    except DatabaseError:
        return


def _waiting() -> Iterator[Metric]:
    now = timezone.now()
    games, late = waiting_games()._asdict(), overdue(now=now)._asdict()
    yield _gauge(
        "scout_games_waiting",
        "Games that aren't over, by what they wait for.",
        ["for"],
        [([what], number) for what, number in games.items()],
    )
    yield _gauge(
        "scout_overdue",
        "Work that has been due for a minute or more, by kind.",
        ["work"],
        [([work], due.number) for work, due in late.items()],
    )
    yield _gauge(
        "scout_overdue_seconds",
        "Since when the oldest overdue work has been due; 0 if none is.",
        ["work"],
        [
            ([work], (now - due.since).total_seconds() if due.since else 0.0)
            for work, due in late.items()
        ],
    )
    yield _gauge(
        "scout_clock_held",
        "Whether the clock waits for a person's word, as far more is due than ever.",
        [],
        [([], float(turns.held() is not None))],
    )


def _finished() -> Iterator[Metric]:
    found = last_finished()
    yield _gauge(
        "scout_finished_timestamp_seconds",
        "When a backup, a rehearsal of a restore or a check of all logs was last finished.",
        ["work"],
        [([work.value], last.at.timestamp()) for work, last in found.items()],
    )
    yield _gauge(
        "scout_finished_well",
        "Whether it found nothing wrong.",
        ["work"],
        [([work.value], float(last.well)) for work, last in found.items()],
    )


def of_postgresql() -> Iterator[Metric]:
    """What only PostgreSQL tells."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT coalesce(state, 'none'), count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() GROUP BY 1"
        )
        connections: list[Any] = cursor.fetchall()
        cursor.execute(
            "SELECT current_setting('max_connections')::float,"
            " pg_database_size(current_database())::float"
        )
        most, size = cursor.fetchone()
    yield _gauge(
        "scout_database_connections",
        "Connections to the site's database, by what PostgreSQL says they do.",
        ["state"],
        [([state], number) for state, number in connections],
    )
    yield _gauge("scout_database_connections_max", "As many as PostgreSQL takes.", [], [([], most)])
    yield _gauge("scout_database_bytes", "Size of the site's database.", [], [([], size)])
    if archive := archiver():
        yield _gauge(
            "scout_archive_failing",
            "Whether what PostgreSQL writes fails to reach the archive of the backups.",
            [],
            [([], float(archive.failing))],
        )


def _redis() -> Iterator[Metric]:
    try:
        waiting = waiting_tasks()
        ages = {part: heartbeat.ages(part) for part in Part}
    except (redis.RedisError, BrokerError):
        return
    yield _gauge(
        "scout_queue_length",
        "Tasks that wait for workers, by queue.",
        ["queue"],
        [([queue], number) for queue, number in waiting.items()],
    )
    yield _gauge(
        "scout_heartbeat_age_seconds",
        "Seconds since a part of the site gave a sign of life, by machine.",
        ["part", "machine"],
        [
            ([part.value, machine], age)
            for part, by_machine in ages.items()
            for machine, age in by_machine.items()
        ],
    )


def _disks() -> Iterator[Metric]:
    found = disks()
    yield _gauge(
        "scout_disk_free_bytes",
        "Free on the disk of a folder.",
        ["folder"],
        [([disk.folder], disk.free) for disk in found],
    )
    yield _gauge(
        "scout_disk_size_bytes",
        "Size of the disk of a folder.",
        ["folder"],
        [([disk.folder], disk.size) for disk in found],
    )
