"""What is the same for every test, and long in the making: made once."""

import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import django
import pytest
from django.apps import apps
from django.db import connection
from whitenoise.middleware import WhiteNoiseMiddleware

from tests.site.environment import ROOT, environment


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config) -> Path:
    """A migrated database of SQLite, made by the first process of tests that wants one."""
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    cache = getattr(pytestconfig, "cache", None)  # none with -p no:cacheprovider
    file = folder / "empty.sqlite3"
    with (folder / "empty.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not file.exists():
            begun = folder / "begun.sqlite3"
            begun.unlink(missing_ok=True)
            if cache is None:
                _migrate(begun)
            else:
                _migrate_kept(begun, cache.mkdir("migrated"))
            begun.rename(file)
    return file


def _migrate(file: Path) -> None:
    # A quarter faster without a search for garbage.
    code = (
        "import gc, django; from django.core.management import call_command; "
        "gc.disable(); django.setup(); call_command('migrate', verbosity=0)"
    )
    variables = environment(
        DATABASE_URL=f"sqlite:///{file}", DJANGO_SETTINGS_MODULE="scoutsite.settings"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT, env=variables)


def _migrate_kept(file: Path, folder: Path) -> None:
    """Begin with what an earlier run kept, if the migrations are still the same.

    What Django does after them depends on other code, and is done again.
    """
    kept = folder / f"{_digest_of_migrations()}.sqlite3"
    try:
        shutil.copyfile(kept, file)
    except FileNotFoundError:
        _migrate(file)
        for old in folder.glob("*.sqlite3"):
            old.unlink(missing_ok=True)
        whole = folder / f"{os.getpid()}"
        shutil.copyfile(file, whole)
        whole.rename(kept)
    else:
        _migrate(file)


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
