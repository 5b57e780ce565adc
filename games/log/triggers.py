"""Database triggers that refuse to change games' logs, moderators' acts and the days' roots.

PostgreSQL refuses UPDATE, DELETE and TRUNCATE; SQLite UPDATE, DELETE and INSERT OR REPLACE, which
removes a row without a DELETE. Rows of a log that are packed may be deleted.
"""

from collections.abc import Collection

from django.db.backends.base.base import BaseDatabaseWrapper

SENTENCE = "The log of a game is written once."
AUDIT_SENTENCE = "What moderators did is written once."
WITNESS_SENTENCE = "The root of a day is written once."

_UNIQUE: dict[str, tuple[tuple[str, ...], ...]] = {
    "games_round": (("id",), ("game_id", "number")),
    "games_hand": (("id",), ("round_id", "seat")),
    "games_move": (("id",), ("game_id", "version"), ("game_id", "seq", "seat")),
    "games_packedlog": (("game_id",),),
    "games_moderationaction": (("id",),),
    "games_witnessedday": (("day",),),
}
# A chair may change hands more than once while one decision is waited for.
_MAY_REPEAT = (
    "type IN ('keep', 'take_back', 'leave', 'void', 'pause', 'resume', 'extend', 'agree', "
    "'disagree', 'new_player', 'ask_rewind', 'agree_rewind', 'refuse_rewind', 'rewind')"
)
TABLES = tuple(_UNIQUE)

_PACKED = {
    "games_round": "SELECT 1 FROM games_packedlog WHERE game_id = OLD.game_id",
    "games_hand": "SELECT 1 FROM games_packedlog JOIN games_round USING (game_id) "
    "WHERE games_round.id = OLD.round_id",
    "games_move": "SELECT 1 FROM games_packedlog "
    "WHERE game_id = OLD.game_id AND moves > OLD.version",
}
"""A query for each table whose rows may be deleted: it finds something if one, OLD, is packed."""


def install(connection: BaseDatabaseWrapper, tables: Collection[str] = TABLES) -> None:
    """Guard the ``tables`` on SQLite or PostgreSQL; repeating is harmless."""
    remove(connection, tables)
    postgres = connection.vendor == "postgresql"
    with connection.cursor() as cursor:
        if postgres:
            cursor.execute(_function("games_written_once"))
        for table in tables:
            for statement in _postgres(table) if postgres else _sqlite(table):
                cursor.execute(statement)


def remove(connection: BaseDatabaseWrapper, tables: Collection[str] = TABLES) -> None:
    """Remove the guards, for tests that empty the database and backward migrations."""
    postgres = connection.vendor == "postgresql"
    with connection.cursor() as cursor:
        for table in tables:
            for event in ("update", "delete", "truncate", "replace"):
                on = f" ON {table}" if postgres else ""
                cursor.execute(f"DROP TRIGGER IF EXISTS {table}_no_{event}{on}")


def _function(name: str, unless: str = "") -> str:
    """Return the statement that makes a function for triggers, which refuses ``unless`` this."""
    let = f"IF EXISTS ({unless}) THEN RETURN OLD; END IF; " if unless else ""
    return (
        f"CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {let}"
        "RAISE EXCEPTION '%', TG_ARGV[0] USING ERRCODE = 'restrict_violation'; END $$"
    )


def _sentence(table: str) -> str:
    others = {"games_moderationaction": AUDIT_SENTENCE, "games_witnessedday": WITNESS_SENTENCE}
    return others.get(table, SENTENCE)


def _postgres(table: str) -> list[str]:
    deleted = f"{table}_packed" if table in _PACKED else "games_written_once"
    statements = [_function(deleted, _PACKED[table])] if table in _PACKED else []
    return statements + [
        f"CREATE TRIGGER {table}_no_{event} BEFORE {event} ON {table} FOR EACH {each} "
        f"EXECUTE FUNCTION {function}('{_sentence(table)}')"
        for event, each, function in (
            ("update", "ROW", "games_written_once"),
            ("delete", "ROW", deleted),
            ("truncate", "STATEMENT", "games_written_once"),
        )
    ]


def _sqlite(table: str) -> list[str]:
    refuse = f"BEGIN SELECT RAISE(ABORT, '{_sentence(table)}'); END"
    same = " OR ".join(
        "("
        + " AND ".join(f"{column} = NEW.{column}" for column in columns)
        + (f" AND NOT {_MAY_REPEAT} AND NOT NEW.{_MAY_REPEAT}" if "seq" in columns else "")
        + ")"
        for columns in _UNIQUE[table]
    )
    is_there = f"SELECT 1 FROM {table} WHERE {same}"  # noqa: S608 (the names are ours)
    unless = f"WHEN NOT EXISTS ({_PACKED[table]}) " if table in _PACKED else ""
    return [
        f"CREATE TRIGGER {table}_no_update BEFORE UPDATE ON {table} {refuse}",
        f"CREATE TRIGGER {table}_no_delete BEFORE DELETE ON {table} {unless}{refuse}",
        f"CREATE TRIGGER {table}_no_replace BEFORE INSERT ON {table} "
        f"WHEN EXISTS ({is_there}) {refuse}",
    ]
