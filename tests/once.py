"""What is the same for every test, and long in the making: made once."""

import fcntl
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection
from whitenoise.middleware import WhiteNoiseMiddleware

from tests.site.environment import MANAGE, environment


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated database of SQLite, made by the first process of tests that wants one."""
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    file = folder / "empty.sqlite3"
    with (folder / "empty.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not file.exists():
            begun = folder / "begun.sqlite3"
            begun.unlink(missing_ok=True)
            found = environment(DATABASE_URL=f"sqlite:///{begun}")
            subprocess.run([*MANAGE, "migrate", "--verbosity", "0"], check=True, env=found)
            begun.rename(file)
    return file


@pytest.fixture(scope="session")
def django_db_keepdb(
    request: pytest.FixtureRequest, django_db_modify_db_settings: None
) -> Iterator[bool]:
    """Begin with a copy of the empty database, if SQLite is tested."""
    if connection.vendor != "sqlite":
        yield request.config.getvalue("reuse_db")
        return
    file = Path(connection.settings_dict["TEST"]["NAME"])
    shutil.copyfile(request.getfixturevalue("empty_database"), file)
    yield True
    connection.close()
    for each in file.parent.glob(f"{file.name}*"):
        each.unlink()


@pytest.fixture(autouse=True, scope="session")
def _static_files_are_found_once() -> Iterator[None]:
    """Each new client would look for all of them again, which takes longer than a page."""
    find = WhiteNoiseMiddleware.add_files_from_finders
    kept: dict[str, object] = {}

    def find_once(middleware: WhiteNoiseMiddleware) -> None:
        if not kept:
            before, middleware.files = middleware.files, {}
            find(middleware)
            kept.update(middleware.files)
            middleware.files = before
        middleware.files.update(kept)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WhiteNoiseMiddleware, "add_files_from_finders", find_once)
        yield
