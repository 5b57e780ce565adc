"""Whether what PostgreSQL writes reaches the backups: said to staff and to Prometheus."""

import pytest
from django.db import connection
from django.test import Client

from scoutsite.metrics.site import of_postgresql
from scoutsite.postgresql.archiver import archiver
from tests.site.test_operations import rows, staff

__all__ = ["staff"]

NAME = "Last piece in the backups’ archive"


@pytest.mark.django_db
def test_a_database_that_archives_nothing_has_no_line(staff: Client) -> None:
    assert archiver() is None
    assert NAME not in rows(staff)


@pytest.mark.postgres
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("reached", "failed", "shown"),
    [
        ("NULL", "NULL", "none"),
        ("now() - interval '3 minutes'", "NULL", "3\xa0minutes ago"),
        ("now() - interval '3 minutes'", "now() - interval '1 hour'", "3\xa0minutes ago"),
    ],
)
def test_a_try_that_failed_before_the_last_piece_is_no_fault(
    staff: Client, reached: str, failed: str, shown: str
) -> None:
    archives(reached, failed)
    assert rows(staff)[NAME] == shown
    assert said_to_prometheus() == 0


@pytest.mark.postgres
@pytest.mark.django_db
@pytest.mark.parametrize("reached", ["NULL", "now() - interval '3 minutes'"])
def test_a_last_try_that_failed_is_said(staff: Client, reached: str) -> None:
    archives(reached, "now()")
    lines = staff.get("/admin/operations/").context["lines"]
    assert [line.good for line in lines if line.name == NAME] == [False]
    assert said_to_prometheus() == 1


@pytest.mark.postgres
@pytest.mark.django_db
def test_an_archive_without_a_command_is_a_fault_that_postgresql_counts_nowhere(
    staff: Client,
) -> None:
    archives("NULL", "NULL", command="")
    lines = staff.get("/admin/operations/").context["lines"]
    assert [line.good for line in lines if line.name == NAME] == [False]
    assert said_to_prometheus() == 1


def archives(reached: str, failed: str, *, command: str = "keep %p") -> None:
    """Let PostgreSQL say so: whoever asks for these views gets a connection's own ones first."""
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE TEMPORARY VIEW pg_settings AS SELECT 'archive_mode' AS name, 'on' AS setting"
            f" UNION SELECT 'archive_command', '{command}' UNION SELECT 'archive_library', ''"
        )
        cursor.execute(
            "CREATE TEMPORARY VIEW pg_stat_archiver AS SELECT"
            f" CAST({reached} AS timestamptz) AS last_archived_time,"
            f" CAST({failed} AS timestamptz) AS last_failed_time"
        )


def said_to_prometheus() -> float:
    found = {family.name: family.samples for family in of_postgresql()}
    return found["scout_archive_failing"][0].value
