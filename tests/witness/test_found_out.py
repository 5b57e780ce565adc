"""Whoever has the database and its keys can change a log, and is found out from outside.

The attack: lift the triggers, move a time stamp, seal everything anew with the game's own key, and
rebuild the lists. Then nothing inside the database contradicts the log.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.test import Client

from accounts.models import User
from games.log import triggers
from games.log.kept import forget_kept
from games.log.reading import read_rows
from games.log.rows import HandRow, MoveRow, first_seal, row_seal, seal_key
from games.log.store import secret_of
from games.models import Game, Hand, Move, Round, WitnessedDay, WitnessedHead
from games.witness.making import make_day, make_due
from tests.accounts.people import account
from tests.tables import play_on
from tests.telling.people import send_at, table
from tests.telling.server import Mailbox, html_of, text_of

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 11, 18, 12, tzinfo=UTC)
PLAYED = date(2026, 11, 18)
SCRIPT = Path(settings.BASE_DIR) / "docs" / "examples" / "verify_log.py"


@pytest.fixture(autouse=True)
def unguarded(db: None) -> Iterator[None]:
    triggers.remove(connection)
    yield
    triggers.install(connection)


@pytest.fixture
def people(db: None) -> tuple[User, User]:
    return account("Maya", "maya@example.org"), account("Bruno", "bruno@example.org")


@pytest.fixture
def game(people: tuple[User, User], mailbox: Mailbox) -> Game:
    """After four moves an email told of it; it ended on that day."""
    with time_machine.travel(NOON, tick=False):
        game = table(*people, moves=4)
    send_at(NOON + timedelta(minutes=11))
    with time_machine.travel(NOON + timedelta(hours=1), tick=False):
        play_on(game)
    return game


def days_go_by(count: int) -> None:
    """From the day on which it was played."""
    for day in range(1, count + 1):
        make_due(now=NOON + timedelta(days=day))


def sealed_anew(game: Game) -> None:
    """As if the first set had been shown five seconds later."""
    row = Move.objects.filter(game=game, type="show").earliest("version")
    Move.objects.filter(pk=row.pk).update(created_at=row.created_at + timedelta(seconds=5))
    key = seal_key(secret_of(game), game)
    head = first_seal(key, game)
    for each in read_rows(game.pk).in_order():
        head = row_seal(key, head, each)
        kind: Any = {MoveRow: Move, HandRow: Hand}.get(type(each), Round)
        kind.objects.filter(pk=each.id).update(mac=head)
    forget_kept()
    call_command("rebuild", game.public_id, stdout=StringIO(), stderr=StringIO())


def verified() -> list[str]:
    out = StringIO()
    try:
        call_command("verify_log", stdout=out, stderr=StringIO())
    except SystemExit:
        return out.getvalue().splitlines()
    return []


def program(folder: Path, user: User, game: Game, *options: str) -> tuple[int, str]:
    """What the example program says of the log that the site shows."""
    client = Client()
    client.force_login(user)
    answer = client.get(f"/api/v1/games/{game.public_id}/log/")
    assert answer.status_code == 200
    (folder / "log.json").write_bytes(answer.content)
    command = [sys.executable, str(SCRIPT), str(folder / "log.json"), *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert not done.stderr
    return done.returncode, done.stdout


def kept_roots(folder: Path, name: str) -> str:
    """What an outsider has kept."""
    (folder / name).write_bytes(Client().get("/api/v1/witness/").content)
    return str(folder / name)


def head_in(mailbox: Mailbox) -> str:
    mail = mailbox.mails[0]
    (line,) = (line for line in text_of(mail).splitlines() if " · log " in line)
    assert line.strip() in html_of(mail)
    return line.rpartition(" ")[2]


def test_an_honest_log_fits_what_was_kept(
    people: tuple[User, User], game: Game, mailbox: Mailbox, tmp_path: Path
) -> None:
    days_go_by(2)
    roots = kept_roots(tmp_path, "roots.json")
    status, said = program(tmp_path, people[0], game, "--head", head_in(mailbox), "--roots", roots)
    assert status == 0, said
    assert "was its head at move 6" in said
    assert said.endswith(", 1 days, 0 faults\n")
    assert verified() == []


def test_an_email_finds_out_a_log_that_was_sealed_anew(
    people: tuple[User, User], game: Game, mailbox: Mailbox, tmp_path: Path
) -> None:
    kept = head_in(mailbox)
    sealed_anew(game)
    assert verified() == []
    status, said = program(tmp_path, people[0], game)
    assert status == 0, said
    status, said = program(tmp_path, people[0], game, "--head", kept)
    assert status == 1
    assert "is no head of this log" in said


def test_verify_log_finds_it_by_the_day_as_long_as_that_is_as_it_was(game: Game) -> None:
    days_go_by(2)
    sealed_anew(game)
    assert verified()[0] == (
        f"{game.public_id}: its log never had the head that the root of {PLAYED} is over"
    )


def test_the_daily_page_finds_out_whoever_makes_the_days_anew_too(
    people: tuple[User, User], game: Game, tmp_path: Path
) -> None:
    days_go_by(2)
    roots = kept_roots(tmp_path, "roots.json")
    page = Client().get("/witness/").content
    sealed_anew(game)
    days = list(WitnessedDay.objects.order_by("day").values_list("day", flat=True))
    WitnessedHead.objects.all().delete()
    WitnessedDay.objects.all()._raw_delete(connection.alias)
    for day in days:
        make_day(day)
    assert verified() == []
    status, said = program(tmp_path, people[0], game)
    assert status == 0, said
    status, said = program(tmp_path, people[0], game, "--roots", roots)
    assert status == 1
    assert f"the kept root of {PLAYED} is another one" in said
    for kept in json.loads(Path(roots).read_text())["days"]:
        assert kept["root"].encode() in page
        assert kept["root"].encode() not in Client().get("/witness/").content


def test_a_new_head_that_is_slipped_into_a_later_day_comes_too_late(
    people: tuple[User, User], game: Game, tmp_path: Path
) -> None:
    """As if the game had gone on; the old head becomes that of a game that is gone."""
    make_due(now=NOON)
    days_go_by(2)
    sealed_anew(game)
    WitnessedHead.objects.filter(game=game).update(game=None)
    days_go_by(5)
    roots = kept_roots(tmp_path, "roots.json")
    assert f"the root of {PLAYED} is over a head whose game is gone" in verified()
    status, said = program(tmp_path, people[0], game, "--roots", roots)
    assert status == 1
    assert "made on 2026-11-18" in said


@pytest.mark.parametrize("what", ["row", "secret", "path", "head", "chain of days"])
def test_the_program_finds_what_does_not_fit(
    people: tuple[User, User], game: Game, tmp_path: Path, what: str
) -> None:
    days_go_by(3)
    roots = kept_roots(tmp_path, "roots.json")
    program(tmp_path, people[0], game)
    log = json.loads((tmp_path / "log.json").read_text())
    days = json.loads(Path(roots).read_text())
    match what:
        case "row":
            log["rows"][7]["row"]["seat"] ^= 1
        case "secret":
            log["secret"] = "0" * 64
        case "path":
            log["witnesses"][0]["path"][3]["side"] = "up"
            log["witnesses"][0]["path"][3]["sibling"] = "0" * 64
        case "head":
            log["witnesses"].clear()
        case _:
            days["days"][1]["tree"] = "0" * 64
    Path(roots).write_text(json.dumps(days))
    command = [sys.executable, str(SCRIPT), "-", "--roots", roots]
    done = subprocess.run(
        command, input=json.dumps(log), capture_output=True, text=True, check=False
    )
    assert (done.returncode, "WRONG: " in done.stdout) == (1, True), done.stdout
