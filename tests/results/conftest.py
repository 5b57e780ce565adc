"""What tests of results share."""

import pytest
from django.db import connection


@pytest.fixture
def nothing_counted(db: None) -> None:
    """Forget the database's row counts from other tests."""
    with connection.cursor() as cursor:
        if "sqlite_stat1" in connection.introspection.table_names(cursor):
            cursor.execute("DELETE FROM sqlite_stat1")
            cursor.execute("ANALYZE sqlite_schema")
