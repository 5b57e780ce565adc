"""What is the same for every test, and long in the making: made once."""

import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

import django
import pytest
from django.apps import apps
from django.db import connection
from pytest_django import DjangoDbBlocker
from whitenoise.middleware import WhiteNoiseMiddleware

from tests.site.environment import ROOT, environment
from tests.workers import database_url


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config) -> Path:
    """A migrated database of SQLite, made by the first process of tests that wants one."""
    cache = getattr(pytestconfig, "cache", None)  # none with -p no:cacheprovider
    with _one_at_a_time(tmp_path_factory) as folder:
        file = folder / "empty.sqlite3"
        if not file.exists():
            begun = folder / "begun.sqlite3"
            begun.unlink(missing_ok=True)
            if cache is None:
                _migrate(f"sqlite:///{begun}")
            else:
                _migrate_kept(begun, cache.mkdir("migrated"))
            begun.rename(file)
    return file


@pytest.fixture(scope="session")
def template_database(
    tmp_path_factory: pytest.TempPathFactory, django_db_blocker: DjangoDbBlocker
) -> Iterator[str]:
    """The same of PostgreSQL, which copies it for each process of tests."""
    name = f"test_{connection.settings_dict['NAME']}_migrated"
    quoted = connection.ops.quote_name(name)

    def say(*statements: str) -> None:
        # Django has no public place for this.
        with django_db_blocker.unblock(), connection._nodb_cursor() as cursor:
            for each in statements:
                cursor.execute(each)

    with _one_at_a_time(tmp_path_factory) as folder:
        done = folder / "migrated"
        mine = not done.exists()
        if mine:
            say(f"DROP DATABASE IF EXISTS {quoted}", f"CREATE DATABASE {quoted}")
            _migrate(database_url(name))
            done.touch()
    yield name
    if mine:
        with _one_at_a_time(tmp_path_factory):
            done.unlink()  # another process that comes this late makes its own
            say(f"DROP DATABASE {quoted}")


@contextmanager
def _one_at_a_time(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Lend the folder of all processes of tests to one."""
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    with (folder / "empty.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield folder


def _migrate(url: str) -> None:
    # A quarter faster without a search for garbage.
    code = (
        "import gc, django; from django.core.management import call_command; "
        "gc.disable(); django.setup(); call_command('migrate', verbosity=0)"
    )
    variables = environment(DATABASE_URL=url, DJANGO_SETTINGS_MODULE="scoutsite.settings")
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT, env=variables)


def _migrate_kept(file: Path, folder: Path) -> None:
    """Begin with what an earlier run kept, if the migrations are still the same.

    What Django does after them depends on other code, and is done again.
    """
    kept = folder / f"{_digest_of_migrations()}.sqlite3"
    try:
        shutil.copyfile(kept, file)
    except FileNotFoundError:
        _migrate(f"sqlite:///{file}")
        for old in folder.glob("*.sqlite3"):
            old.unlink(missing_ok=True)
        whole = folder / f"{os.getpid()}"
        shutil.copyfile(file, whole)
        whole.rename(kept)
    else:
        _migrate(f"sqlite:///{file}")


def _digest_of_migrations() -> str:
    """Of this project and of the packages it uses."""
    digest = sha256(django.get_version().encode())
    for app in apps.get_app_configs():
        for file in sorted(Path(app.path).glob("migrations/*.py")):
            digest.update(f"{app.label} {file.name} ".encode() + file.read_bytes())
    return digest.hexdigest()[:20]


@pytest.fixture(scope="session")
def django_db_keepdb(
    request: pytest.FixtureRequest, django_db_modify_db_settings: None
) -> Iterator[bool]:
    """Begin with a copy of the empty database."""
    if connection.vendor != "sqlite":
        if "PYTEST_XDIST_WORKER" in os.environ:
            template = request.getfixturevalue("template_database")
            connection.settings_dict["TEST"]["TEMPLATE"] = template
        yield request.config.getvalue("reuse_db")
        return
    file = Path(connection.settings_dict["TEST"]["NAME"])
    shutil.copyfile(request.getfixturevalue("empty_database"), file)
    yield True
    connection.close()
    for each in file.parent.glob(f"{file.name}*"):
        each.unlink()


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Shut others out of the database before it is dropped: PostgreSQL would refuse.

    A process or a thread that a test has ended may take a moment longer than the tests.
    """
    yield
    if connection.vendor == "postgresql":
        name = connection.settings_dict["NAME"]
        connection.close()
        # Django has no public place for this.
        with django_db_blocker.unblock(), connection._nodb_cursor() as cursor:
            cursor.execute(
                f"ALTER DATABASE {connection.ops.quote_name(name)} ALLOW_CONNECTIONS false"
            )
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name]
            )


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
