"""A database for one measurement."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.db import connection


@contextmanager
def own_database(benchmark: str) -> Iterator[None]:
    """Replace ``DATABASE_URL``'s database by an empty, temporary one."""
    test = connection.settings_dict["TEST"]
    test["NAME"] = f"bench_{benchmark}_{os.getpid()}"
    if connection.vendor == "sqlite":
        test["NAME"] = str(settings.VAR_DIR / f"{test['NAME']}.sqlite3")
    before = str(connection.settings_dict["NAME"])
    connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    try:
        yield
    finally:
        connection.creation.destroy_test_db(before, verbosity=0)
