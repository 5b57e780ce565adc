"""verify_log finds every change to the log, its projections and its secret."""

from datetime import datetime, timedelta
from io import StringIO
from random import Random
from typing import Any
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, models, transaction
from django.utils import timezone

from games.log import triggers
from games.models import (
    Game,
    GameSecret,
    GameSummary,
    Hand,
    Move,
    Round,
    SeatSummary,
    WitnessedDay,
)
from games.upkeep.finished import last_finished
from games.upkeep.verify import first_fault
from games.witness.making import make_day
from tests.sample import chance, is_whole
from tests.tables import bot_game, play_on

CHANGES = 1000 if is_whole() else 250
SEED = 2026 if is_whole() else chance("changes of a log").randrange(100_000)
TABLES: list[type[models.Model]] = [Round, Hand, Move, GameSummary, SeatSummary]


@pytest.fixture
def unguarded(db: None) -> None:
    """Without the log's triggers."""
    triggers.remove(connection)


def verify(*games: str) -> tuple[int, str]:
    """Exit status and output."""
    out = StringIO()
    try:
        call_command("verify_log", *games, stdout=out, stderr=StringIO())
    except SystemExit as end:
        return int(str(end.code)), out.getvalue()
    return 0, out.getvalue()


@pytest.mark.django_db
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_game_is_whole_at_every_stage(players: int) -> None:
    game = bot_game(players)
    for _ in range(6):
        assert first_fault(game) is None
        play_on(game, moves=9)
    play_on(game)
    assert first_fault(game) is None


def _changed(value: Any, field: "models.Field[Any, Any]", chance: Random) -> Any:
    """Another value of the same kind."""
    match value:
        case bool():
            return chance.choice([not value, None] if field.null else [not value])
        case int():
            return chance.choice([value + 1, value + chance.randrange(2, 9), abs(value - 1)])
        case datetime():
            return value + timedelta(microseconds=chance.choice([-1, 1, 10**6, -(10**9)]))
        case UUID():
            return UUID(int=chance.getrandbits(128))
        case str() if " " in value:
            cards = value.split(" ")
            place = chance.randrange(len(cards))
            return chance.choice(
                [
                    " ".join([*cards[:place], cards[place][::-1], *cards[place + 1 :]]),
                    " ".join(reversed(cards)),
                    " ".join(cards[:-1]),
                    "no cards",
                ]
            )
        case str():
            return chance.choice([value[:-1] + "x" if value else "left", value[::-1], "bot", ""])
    if isinstance(field, models.DateTimeField):
        return timezone.now()
    return chance.choice([False, True] if isinstance(field, models.BooleanField) else [0, 1, 5])


def _change_something(chance: Random) -> str | None:
    """Change a column of a random row; return what changed, if anything."""
    table = chance.choice(TABLES)
    rows = table._default_manager.order_by("pk").values()
    row = rows[chance.randrange(rows.count())]
    name = table._meta.db_table
    key = table._meta.pk
    if table in (Round, Hand, Move) and chance.random() < 0.1:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA defer_foreign_keys = ON") if _sqlite() else None
        table._default_manager.filter(pk=row[key.attname])._raw_delete(connection.alias)
        return f"a row of {name} was deleted"
    field = chance.choice(list(table._meta.concrete_fields))
    old = row[field.attname]
    new = _changed(old, field, chance)
    if new == old:
        return None
    table._default_manager.filter(pk=row[key.attname]).update(**{field.attname: new})
    now = table._default_manager.filter(pk=row[key.attname]).values().first()
    if now is not None and now[field.attname] == old:
        return None
    return f"{name}.{field.attname} became {new!r} instead of {old!r}"


def _sqlite() -> bool:
    return connection.vendor == "sqlite"


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.parametrize("seed", [SEED])
def test_hundreds_of_random_changes_are_all_found(unguarded: None, seed: int) -> None:
    games = [bot_game(players) for players in (2, 3, 4, 5)]
    for game, moves in zip(games, (10_000, 30, 44, 13), strict=True):
        play_on(game, moves=moves)
    assert all(first_fault(game) is None for game in games)
    chance = Random(seed)
    found: list[str] = []
    while len(found) < CHANGES:
        try:
            with transaction.atomic():
                what = _change_something(chance)
                is_found = any(first_fault(game) for game in games)
                transaction.set_rollback(True)
        except DatabaseError:
            continue  # the database has constraints of its own: no change was made
        if what is not None:
            assert is_found, f"not found: {what}"
            found.append(what)
    for table in TABLES:
        assert any(table._meta.db_table in what for what in found)


@pytest.mark.django_db
def test_the_first_fault_is_named_without_telling_what_the_row_holds(unguarded: None) -> None:
    game = bot_game()
    play_on(game, moves=10)
    hand = Hand.objects.get(round__game=game, round__number=0, seat=2)
    Hand.objects.filter(pk=hand.pk).update(cards=" ".join(reversed(hand.cards.split(" "))))
    status, said = verify()
    assert status == 1
    assert f"{game.public_id}: the chain breaks at a hand dealt to seat 2" in said
    assert not any(card in said for card in hand.cards.split(" "))


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("table", "column"),
    [
        ("move", "created_at"),
        ("move", "id"),
        ("round", "created_at"),
        ("gamesummary", "changed_at"),
    ],
)
def test_a_row_that_can_not_be_read_is_a_fault(unguarded: None, table: str, column: str) -> None:
    """SQLite stores any value; PostgreSQL would refuse it."""
    if not _sqlite():
        return
    game = bot_game()
    play_on(game, moves=10)
    with connection.cursor() as cursor:
        one = f"(SELECT min(rowid) FROM games_{table})"
        cursor.execute(f"UPDATE games_{table} SET {column} = 'nonsense' WHERE rowid = {one}")
    assert first_fault(game) is not None


@pytest.mark.django_db
def test_a_changed_secret_is_found() -> None:
    game = bot_game()
    GameSecret.objects.filter(game=game).update(secret=b"\0" * 32)
    assert first_fault(game) == "its commitment does not match its secret"


@pytest.mark.django_db
def test_changed_facts_of_a_game_are_found() -> None:
    game = bot_game()
    Game.objects.filter(pk=game.pk).update(contribution="mine")
    game.refresh_from_db()
    assert first_fault(game) is not None


@pytest.mark.django_db
def test_only_the_named_games_are_looked_at() -> None:
    whole, broken = bot_game(), bot_game()
    GameSummary.objects.filter(game=broken).update(version=99)
    assert verify(whole.public_id) == (0, "1 of 1 games are intact.\n")
    status, said = verify()
    assert status == 1
    assert said == (
        f"{broken.public_id}: its summary is wrong in version\n1 of 2 games are intact.\n"
        "0 of 0 days have their roots.\n"
    )


@pytest.mark.django_db
def test_only_games_that_changed_since_a_time_are_looked_at() -> None:
    old, new = bot_game(), bot_game()
    for game in (old, new):
        GameSummary.objects.filter(game=game).update(seq=99)
    at = timezone.now() - timedelta(days=3)
    GameSummary.objects.filter(game=old).update(changed_at=at)
    for since in ((at + timedelta(hours=1)).isoformat(), f"{at + timedelta(days=1):%Y-%m-%d}"):
        status, said = verify("--since", since)
        assert status == 1
        assert f"{new.public_id}: its summary is wrong in seq" in said
        assert "0 of 1 games are intact." in said
    assert "0 of 2 games are intact." in verify("--since", at.isoformat())[1]
    # Monitors wait for the whole check.
    assert not last_finished()


@pytest.mark.django_db
def test_a_game_without_a_summary_is_looked_at_whenever_it_changed() -> None:
    game = bot_game()
    GameSummary.objects.filter(game=game).delete()
    status, said = verify("--since", (timezone.now() + timedelta(days=1)).isoformat())
    assert (status, f"{game.public_id}: its summary is missing" in said) == (1, True)


def test_roots_of_days_are_looked_at_from_a_day_on(unguarded: None) -> None:
    bot_game()
    today = timezone.now().date()
    first, _, last = (make_day(today + timedelta(days=number)) for number in range(3))
    WitnessedDay.objects.filter(pk=first.pk).update(tree="0" * 64)
    status, said = verify()
    assert status == 1
    assert f"the root of {today} is not over the heads of that day" in said
    status, said = verify("--since", f"{last.day}")
    assert (status, said) == (0, "0 of 0 games are intact.\n1 of 1 days have their roots.\n")
    # The day before is not looked at, but what follows from it is.
    WitnessedDay.objects.filter(pk=last.pk).update(before="0" * 64)
    assert f"the root of {last.day} does not follow" in verify("--since", f"{last.day}")[1]


@pytest.mark.django_db
@pytest.mark.parametrize("arguments", [("--since", "yesterday"), ("--since", "2026-11-30", "x")])
def test_a_time_must_be_one_and_goes_with_no_games(arguments: tuple[str, ...]) -> None:
    with pytest.raises(CommandError):
        call_command("verify_log", *arguments)


@pytest.mark.django_db
def test_an_unknown_game_is_said_so() -> None:
    with pytest.raises(CommandError, match="There is no game nowhere"):
        call_command("verify_log", "nowhere")
