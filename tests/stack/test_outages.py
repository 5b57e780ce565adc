"""What waits has a limit: a held row, or a database that is away, holds up nothing else."""

import json
import os
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest
from django.conf import settings
from django.db import connection, transaction

from accounts.models import User
from accounts.tokens.making import make_token
from games.lobby.joining import join
from games.lobby.opening import create_game
from games.lobby.terms import Terms
from games.log.store import load
from games.models import Actor, Game, Move
from games.upkeep.verify import first_fault
from tests.accounts.people import account
from tests.stack.processes import Stack
from tests.stack.wire import wire
from tests.workers import database_url, wait_until

pytestmark = [
    pytest.mark.slow,
    pytest.mark.postgres,
    pytest.mark.redis,
    pytest.mark.django_db(transaction=True),
]


def game_of_two(first: User, second: User) -> Game:
    game = create_game(user=first, terms=Terms(players=2))
    join(game_id=game.pk, user=second, invitation=game.invitation)
    return game


def test_postgresql_asks_whether_the_other_end_of_a_connection_is_there() -> None:
    # Its own default is two hours: only a transaction's limit would end a broken one before.
    asked = []
    with connection.cursor() as cursor:
        for name in ("keepalives_idle", "keepalives_interval", "keepalives_count", "user_timeout"):
            cursor.execute(f"SHOW tcp_{name}")
            asked.append(cursor.fetchone())
        by_a_line = not connection.connection.info.host.startswith("/")
    assert asked == ([("5",), ("1",), ("3",), ("3000",)] if by_a_line else 4 * [("0",)])


LOCKED = """
import django
django.setup()
from django.db import connection
with connection.cursor() as cursor:
    cursor.execute("SELECT pg_advisory_lock(1953)")
    print("locked", flush=True)
    cursor.execute("SELECT pg_sleep(120)")
"""


def test_what_a_process_had_locked_is_free_while_its_statement_still_runs() -> None:
    told = os.environ | {"DATABASE_URL": database_url()}
    process = Popen([sys.executable, "-c", LOCKED], env=told, stdout=PIPE, text=True)
    with process, connection.cursor() as cursor:

        def is_free() -> bool:
            cursor.execute("SELECT pg_try_advisory_lock(1953)")
            (free,) = cursor.fetchone()
            return bool(free)

        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "locked\n"
            assert not is_free()
        finally:
            process.kill()
        wait_until(is_free)


class Caller:
    """A program that asks the site, whatever it answers."""

    def __init__(self, user: User, url: str) -> None:
        self._url = url
        self._secret = make_token(user=user, name="test", scope="play").secret

    def ask(self, path: str, body: dict[str, Any] | None = None) -> tuple[int, str, dict[str, str]]:
        """Return status, body and headers."""
        request = Request(self._url + path)  # noqa: S310 (our own address)
        request.add_header("Authorization", f"Bearer {self._secret}")
        if body is not None:
            request.data = json.dumps(body).encode()
            request.add_header("Content-Type", "application/json")
        try:
            with urlopen(request, timeout=60) as answer:  # noqa: S310
                return answer.status, answer.read().decode(), dict(answer.headers)
        except HTTPError as refusal:
            return refusal.code, refusal.read().decode(), dict(refusal.headers)

    @contextmanager
    def stream(self, game: Game) -> Iterator[Iterator[int]]:
        """Yield the versions that the game's stream tells."""
        request = Request(f"{self._url}/api/v1/games/{game.public_id}/stream/")  # noqa: S310
        request.add_header("Authorization", f"Bearer {self._secret}")
        with urlopen(request, timeout=60) as lines:  # noqa: S310
            data = (json.loads(line[5:]) for line in lines if line.startswith(b"data:"))
            yield (each["version"] for each in data if each["version"] is not None)

    def turn_hand(self, game: Game) -> tuple[int, str, dict[str, str]]:
        return self.ask(
            f"/api/v1/games/{game.public_id}/moves/",
            {"seq": load(game).state.seq, "type": "orient", "flip": False},
        )


def expect_unavailable(answer: tuple[int, str, dict[str, str]]) -> None:
    """It is said in JSON, with a code and when to come again."""
    status, body, headers = answer
    assert status == 503, body
    assert json.loads(body)["code"] == "unavailable"
    assert headers["Retry-After"] == "2"


def test_a_row_that_somebody_holds_holds_up_no_other_game(tmp_path: Path) -> None:
    users = [account(name, f"{name}@example.org") for name in ("Ilse", "Maya")]
    held, other = game_of_two(*users), game_of_two(*users)
    stack = Stack(tmp_path)
    try:
        stack.start("redis", "web")
        ilse = Caller(users[0], stack.url)
        with ThreadPoolExecutor(12) as threads, transaction.atomic():
            Game.objects.select_for_update().get(pk=held.pk)
            presses = [threads.submit(ilse.turn_hand, held) for _ in range(12)]
            # As many as may wait do so until their time is up, the others are told at once.
            status, body, _ = ilse.turn_hand(other)
            assert status == 201, body
            assert ilse.ask("/healthz")[0] == 200
            for press in presses:
                expect_unavailable(press.result())
        status, body, _ = ilse.turn_hand(held)
        assert status == 201, body
    finally:
        stack.stop()
    for game in (held, other):
        assert Move.objects.filter(game=game, actor=Actor.PLAYER).count() == 1
        assert first_fault(game) is None


def test_without_redis_bots_move_and_open_pages_hear_of_it(tmp_path: Path) -> None:
    ilse = account("Ilse", "ilse@example.org")
    stack = Stack(tmp_path)
    try:
        stack.start("redis", "web", "beat")
        stack.kill("redis")
        game = create_game(user=ilse, terms=Terms(players=3, bots={1: "pip", 2: "tilly"}))
        program = Caller(ilse, stack.url)
        with program.stream(game) as told:
            # Both bots turn their hands, or keep them.
            assert next(version for version in told if version >= 2)
            assert program.turn_hand(game)[0] == 201
            assert next(version for version in told if version >= 3)
    finally:
        stack.stop()
    assert Move.objects.filter(game=game, actor=Actor.BOT).count() >= 2
    assert first_fault(game) is None


def test_a_database_that_is_away_is_said_at_once_and_found_again_by_itself(tmp_path: Path) -> None:
    users = [account(name, f"{name}@example.org") for name in ("Ilse", "Maya")]
    game = game_of_two(*users)
    address = urlsplit(database_url())
    with wire(to=int(settings.DATABASES["default"]["PORT"] or 5432)) as to_database:
        host = f"{address.netloc.rpartition('@')[0]}@127.0.0.1:{to_database.port}"
        stack = Stack(tmp_path, DATABASE_URL=address._replace(netloc=host).geturl())
        try:
            stack.start("redis", "web")
            ilse = Caller(users[0], stack.url)
            assert ilse.ask(f"/api/v1/games/{game.public_id}/")[0] == 200
            to_database.cut()
            for _ in range(8):
                expect_unavailable(ilse.turn_hand(game))
                assert ilse.ask("/healthz")[0] == 200
            status, page, headers = ilse.ask("/games/")
            assert (status, headers["Content-Type"]) == (503, "text/html; charset=utf-8")
            assert "A short interval" in page
            # Uvicorn's own lines aside, each of those that see it says so once.
            said = [line for line in stack.lines("web") if not line.startswith("INFO: ")]
            assert 1 <= len(said) <= 4, said
            to_database.mend()
            wait_until(lambda: ilse.ask(f"/api/v1/games/{game.public_id}/")[0] == 200)
            status, body, _ = ilse.turn_hand(game)
            assert status == 201, body
        finally:
            stack.stop()
    assert Move.objects.filter(game=game, actor=Actor.PLAYER).count() == 1
    assert first_fault(game) is None
