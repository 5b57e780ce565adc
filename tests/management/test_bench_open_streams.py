"""`bench open_streams` measures what the streams of open pages cost."""

import re
import sqlite3
import subprocess
from pathlib import Path

import pytest

from tests.site.environment import MANAGE, environment, free_port

pytestmark = pytest.mark.slow


def test_each_page_gets_its_stream(tmp_path: Path) -> None:
    variables = environment(DATABASE_URL=f"sqlite:///{tmp_path}/db.sqlite3", PORT=str(free_port()))
    subprocess.run([*MANAGE, "migrate", "--verbosity", "0"], env=variables, check=True)
    command = [*MANAGE, "bench", "open_streams", "--games", "3", "--processes", "2"]
    told = subprocess.run(command, env=variables, check=True, capture_output=True, text=True).stdout
    assert re.match(r"12 streams, opened in .*; \d+% and \d+% of them in a process of", told)
    again = subprocess.run(command, env=variables, check=False, capture_output=True, text=True)
    assert "This database already has games." in again.stderr
    with sqlite3.connect(tmp_path / "db.sqlite3") as database:
        assert database.execute("SELECT count(*) FROM games_game").fetchone() == (3,)
