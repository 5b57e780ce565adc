"""Guard the rows of the log in the database itself: they are written once."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

_TABLES = ("games_round", "games_hand", "games_move")
_EVENTS = ("update", "delete", "truncate", "replace")
_REFUSE = "BEGIN SELECT RAISE(ABORT, 'The log of a game is written once.'); END"
_FUNCTION = """
CREATE OR REPLACE FUNCTION games_written_once() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION '%', TG_ARGV[0] USING ERRCODE = 'restrict_violation'; END $$
"""
_POSTGRES = """
CREATE TRIGGER {table}_no_{event} BEFORE {event} ON {table} FOR EACH {each}
EXECUTE FUNCTION games_written_once('The log of a game is written once.')
"""
_SAME_ROW = {
    "games_round": "(id = NEW.id) OR (game_id = NEW.game_id AND number = NEW.number)",
    "games_hand": "(id = NEW.id) OR (round_id = NEW.round_id AND seat = NEW.seat)",
    # A chair may change hands more than once during one decision.
    "games_move": (
        "(id = NEW.id) OR (game_id = NEW.game_id AND version = NEW.version) OR "
        "(game_id = NEW.game_id AND seq = NEW.seq AND seat = NEW.seat "
        "AND NOT type IN ('keep', 'take_back', 'leave', 'void') "
        "AND NOT NEW.type IN ('keep', 'take_back', 'leave', 'void'))"
    ),
}


def install(_apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(_FUNCTION, None)
        for table in _TABLES:
            for event, each in (("update", "ROW"), ("delete", "ROW"), ("truncate", "STATEMENT")):
                schema_editor.execute(_POSTGRES.format(table=table, event=event, each=each), None)
        return
    for table in _TABLES:
        for event in ("update", "delete"):
            schema_editor.execute(
                f"CREATE TRIGGER {table}_no_{event} BEFORE {event} ON {table} {_REFUSE}", None
            )
        is_there = f"SELECT 1 FROM {table} WHERE {_SAME_ROW[table]}"  # noqa: S608 (names of ours)
        schema_editor.execute(
            f"CREATE TRIGGER {table}_no_replace BEFORE INSERT ON {table} "
            f"WHEN EXISTS ({is_there}) {_REFUSE}",
            None,
        )


def remove(_apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    on_table = schema_editor.connection.vendor == "postgresql"
    for table in _TABLES:
        for event in _EVENTS:
            on = f" ON {table}" if on_table else ""
            schema_editor.execute(f"DROP TRIGGER IF EXISTS {table}_no_{event}{on}", None)


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]

    operations = [migrations.RunPython(install, remove)]
