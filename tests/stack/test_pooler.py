"""Behind PgBouncer, which lends connections for a transaction, all is as it is without."""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from django.conf import settings

from games.lobby.opening import create_game
from games.lobby.terms import Terms
from games.log.store import load
from games.upkeep.verify import first_fault
from tests import pooler
from tests.accounts.people import account
from tests.faults.site import as_owner
from tests.site.environment import MANAGE, environment
from tests.stack.processes import Stack
from tests.stack.test_outages import Caller
from tests.workers import database_url, wait_until

pytestmark = [
    pytest.mark.slow,
    pytest.mark.pgbouncer,
    pytest.mark.postgres,
    pytest.mark.django_db(transaction=True),
]

_ASK = """
import django, json
django.setup()
from django.db import connection, transaction
from accounts.models import User
names = ("lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout")
def ask(sql):
    with connection.cursor() as cursor:
        cursor.execute(sql)
        return cursor.fetchone()[0]
found = [[ask(f"SHOW {name}") for name in names]]
with transaction.atomic():
    found.append([ask(f"SHOW {name}") for name in names])
print(json.dumps({"limits": found, "zone": ask("SHOW TimeZone"),
    "people": len([*User.objects.iterator(chunk_size=1)])}))
"""


@pytest.fixture
def pooled_url() -> Iterator[str]:
    """The tests' database, by a PgBouncer of this test's own."""
    program = shutil.which("pgbouncer")
    assert program
    address = urlsplit(database_url())
    name, user = address.path.removeprefix("/"), unquote(address.username or "postgres")
    # A socket's path may have about a hundred characters.
    with TemporaryDirectory(prefix="pooler-", dir="/tmp") as place:
        folder = Path(place)
        file = pooler.write_files(
            folder,
            primary=f"{address.hostname}:{address.port or 5432}",
            database=name,
            user=user,
            password=unquote(address.password or ""),
        )
        process = subprocess.Popen([*as_owner(), program, "--quiet", str(file)], cwd=folder)
        try:
            wait_until((folder / f".s.PGSQL.{pooler.PORT}").exists)
            yield pooler.url(folder, name, user)
        finally:
            process.kill()
            process.wait()


@pytest.mark.parametrize("waits", ["page", "task", "command"])
def test_each_kind_of_process_has_the_limits_that_it_has_without_a_pooler(
    pooled_url: str, waits: str
) -> None:
    account("Ilse", "ilse@example.org")
    account("Maya", "maya@example.org")

    def ask(url: str) -> object:
        done = subprocess.run(
            [sys.executable, "-c", _ASK],
            capture_output=True,
            check=True,
            cwd=settings.BASE_DIR,
            env=environment(
                DATABASE_URL=url, DATABASE_WAITS=waits, DJANGO_SETTINGS_MODULE="scoutsite.settings"
            ),
            text=True,
        )
        return json.loads(done.stdout)

    found = ask(pooled_url)
    assert found == ask(database_url())
    assert found["people"] == 2  # type: ignore[index]


@pytest.mark.redis
def test_a_game_is_played_through_a_pooler(tmp_path: Path, pooled_url: str) -> None:
    ilse = account("Ilse", "ilse@example.org")
    game = create_game(user=ilse, terms=Terms(players=3, bots={1: "pip", 2: "tilly"}))
    stack = Stack(tmp_path, DATABASE_URL=pooled_url)
    try:
        stack.start("redis", "web", "worker", "beat")
        program = Caller(ilse, stack.url)
        path = f"/api/v1/games/{game.public_id}/"

        def now() -> dict[str, Any]:
            found: dict[str, Any] = json.loads(program.ask(path)[1])
            return found

        def is_asked() -> bool:
            return now()["state"] == "finished" or bool(now()["view"]["legal"])

        for _ in range(200):
            wait_until(is_asked)
            if (seen := now())["state"] == "finished":
                break
            body = {"seq": seen["seq"], **liked(seen["view"]["legal"])}
            status, said, _ = program.ask(f"{path}moves/", body)
            assert status == 201, said
    finally:
        stack.stop()
    assert load(game).over
    assert first_fault(game) is None


def liked(moves: list[dict[str, Any]]) -> dict[str, Any]:
    """A show, which brings the end nearer, if there is one."""
    return next((move for move in moves if move["type"] == "show"), moves[0])


def test_migrations_and_checks_run_through_a_pooler(pooled_url: str) -> None:
    for command, says in (
        (["migrate"], "No migrations to apply"),
        (["verify_log", "--processes", "2"], "games are intact"),
    ):
        ran = subprocess.run(
            [*MANAGE, *command],
            capture_output=True,
            text=True,
            env=environment(DATABASE_URL=pooled_url),
        )
        assert ran.returncode == 0, ran.stderr
        assert says in ran.stdout
