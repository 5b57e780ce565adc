"""The site as its own process, on an empty database, with `variables` as environment."""

import shutil
from pathlib import Path

import pytest

from tests.site.environment import environment, free_port


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
