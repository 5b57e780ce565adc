"""The database itself refuses to change, delete or truncate the log."""

from uuid import uuid4

import pytest
from django.db import DatabaseError, connection, models, transaction

from games.models import Hand, Move, Round
from tests.tables import bot_game, play_on

pytestmark = pytest.mark.django_db

LOG: list[type[models.Model]] = [Round, Hand, Move]


@pytest.mark.parametrize("table", LOG)
def test_a_row_of_the_log_can_not_be_changed(table: type[models.Model]) -> None:
    play_on(bot_game(), moves=6)
    before = list(table._default_manager.values())
    with pytest.raises(DatabaseError, match="written once"), transaction.atomic():
        table._default_manager.update(mac="0" * 64)
    assert list(table._default_manager.values()) == before


@pytest.mark.parametrize("table", LOG)
def test_a_row_of_the_log_can_not_be_deleted(table: type[models.Model]) -> None:
    play_on(bot_game(), moves=6)
    before = table._default_manager.count()
    with (
        pytest.raises(DatabaseError, match="written once"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(f"DELETE FROM {table._meta.db_table}")
    assert table._default_manager.count() == before > 0


@pytest.mark.parametrize("table", LOG)
def test_the_log_can_not_be_emptied_another_way(table: type[models.Model]) -> None:
    """On PostgreSQL TRUNCATE bypasses row triggers; on SQLite INSERT OR REPLACE deletes."""
    play_on(bot_game(), moves=6)
    name = table._meta.db_table
    statement = (
        f"TRUNCATE {name} CASCADE"
        if connection.vendor == "postgresql"
        else f"INSERT OR REPLACE INTO {name} SELECT * FROM {name} LIMIT 1"
    )
    # PostgreSQL truncates nothing while foreign keys are unchecked.
    connection.check_constraints()
    with (
        pytest.raises(DatabaseError, match="written once"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement)


def test_a_seat_can_not_decide_twice() -> None:
    """Below the functions that append, by a unique constraint."""
    game = bot_game()
    play_on(game, moves=6)
    row = Move.objects.filter(game=game).latest("version")
    row.pk = uuid4()
    row.version = 1000
    with pytest.raises(DatabaseError), transaction.atomic():
        row.save(force_insert=True)
