"""The site as its own process, on an empty database, with `variables` as environment."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.site.environment import MANAGE, environment, free_port


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy is made much faster."""
    file = tmp_path_factory.mktemp("site") / "db.sqlite3"
    found = environment(DATABASE_URL=f"sqlite:///{file}")
    subprocess.run([*MANAGE, "migrate", "--verbosity", "0"], check=True, env=found)
    return file


@pytest.fixture
def variables(
    tmp_path: Path, empty_database: Path, request: pytest.FixtureRequest
) -> dict[str, str]:
    """A test is always dealt the same cards."""
    shutil.copyfile(empty_database, tmp_path / "db.sqlite3")
    return environment(
        DATABASE_URL=f"sqlite:///{tmp_path}/db.sqlite3",
        PORT=str(free_port()),
        DJANGO_SETTINGS_MODULE="tests.served_settings",
        DEALS=request.node.nodeid,
    )
