import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.exceptions import IrreversibleError
from django.db.migrations.state import StateApps

_SENTENCE = "The log of a game is written once."
_REFUSE = f"BEGIN SELECT RAISE(ABORT, '{_SENTENCE}'); END"
_EVENTS = ("update", "delete", "truncate", "replace")
_POSTGRES = """
CREATE TRIGGER {table}_no_{event} BEFORE {event} ON {table} FOR EACH {each}
EXECUTE FUNCTION {function}('{sentence}')
"""
_FUNCTION = """
CREATE OR REPLACE FUNCTION {table}_packed() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN IF EXISTS ({packed}) THEN RETURN OLD; END IF;
RAISE EXCEPTION '%', TG_ARGV[0] USING ERRCODE = 'restrict_violation'; END $$
"""
_PACKED = {
    "games_round": "SELECT 1 FROM games_packedlog WHERE game_id = OLD.game_id",
    "games_hand": "SELECT 1 FROM games_packedlog JOIN games_round USING (game_id) "
    "WHERE games_round.id = OLD.round_id",
    "games_move": "SELECT 1 FROM games_packedlog "
    "WHERE game_id = OLD.game_id AND moves > OLD.version",
}
_EVENT = (
    "type IN ('keep', 'take_back', 'leave', 'void', 'pause', 'resume', 'extend', 'agree', "
    "'disagree', 'new_player', 'ask_rewind', 'agree_rewind', 'refuse_rewind', 'rewind')"
)
_SAME_ROW = {
    "games_round": "(id = NEW.id) OR (game_id = NEW.game_id AND number = NEW.number)",
    "games_hand": "(id = NEW.id) OR (round_id = NEW.round_id AND seat = NEW.seat)",
    "games_move": (
        "(id = NEW.id) OR (game_id = NEW.game_id AND version = NEW.version) OR "
        "(game_id = NEW.game_id AND seq = NEW.seq AND seat = NEW.seat "
        f"AND NOT {_EVENT} AND NOT NEW.{_EVENT})"
    ),
    "games_packedlog": "game_id = NEW.game_id",
}


def guard(_apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Guard all tables; rows that are packed may be deleted.

    SQLite makes those tables anew whose columns change, without their triggers.
    """
    _guard(schema_editor, tuple(_SAME_ROW), _PACKED)


def guard_as_before(_apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Guard the tables that there were."""
    _guard(schema_editor, tuple(_PACKED), {})


def refuse_if_packed(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Nothing that is packed may be lost: a backup has the rows."""
    if apps.get_model("games", "PackedLog").objects.exists():
        raise IrreversibleError("Logs are packed. Restore a backup from before the update.")
    _unguard(schema_editor, tuple(_SAME_ROW))


def _guard(
    editor: BaseDatabaseSchemaEditor, tables: tuple[str, ...], packed: dict[str, str]
) -> None:
    _unguard(editor, tables)
    for table in tables:
        if editor.connection.vendor == "postgresql":
            _guard_on_postgresql(editor, table, packed.get(table, ""))
        else:
            _guard_on_sqlite(editor, table, packed.get(table, ""))


def _guard_on_postgresql(editor: BaseDatabaseSchemaEditor, table: str, packed: str) -> None:
    deletes = f"{table}_packed" if packed else "games_written_once"
    if packed:
        editor.execute(_FUNCTION.format(table=table, packed=packed), None)
    for event, each, function in (
        ("update", "ROW", "games_written_once"),
        ("delete", "ROW", deletes),
        ("truncate", "STATEMENT", "games_written_once"),
    ):
        names = {"table": table, "event": event, "each": each, "function": function}
        editor.execute(_POSTGRES.format(**names, sentence=_SENTENCE), None)


def _guard_on_sqlite(editor: BaseDatabaseSchemaEditor, table: str, packed: str) -> None:
    unless = f"WHEN NOT EXISTS ({packed})" if packed else ""
    is_there = f"SELECT 1 FROM {table} WHERE {_SAME_ROW[table]}"  # noqa: S608 (names of ours)
    for event, on, when in (
        ("update", "UPDATE", ""),
        ("delete", "DELETE", unless),
        ("replace", "INSERT", f"WHEN EXISTS ({is_there})"),
    ):
        editor.execute(
            f"CREATE TRIGGER {table}_no_{event} BEFORE {on} ON {table} {when} {_REFUSE}", None
        )


def _unguard(editor: BaseDatabaseSchemaEditor, tables: tuple[str, ...]) -> None:
    for table in tables:
        on = f" ON {table}" if editor.connection.vendor == "postgresql" else ""
        for event in _EVENTS:
            editor.execute(f"DROP TRIGGER IF EXISTS {table}_no_{event}{on}", None)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0051_ready_answers_to_appeals"),
    ]

    operations = [
        migrations.RunPython(migrations.RunPython.noop, guard_as_before),
        migrations.CreateModel(
            name="PackedLog",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="packed_log",
                        serialize=False,
                        to="games.game",
                    ),
                ),
                ("moves", models.PositiveIntegerField()),
                ("rows", models.BinaryField()),
                ("packed_at", models.DateTimeField()),
            ],
            options={
                "default_permissions": (),
            },
        ),
        migrations.AlterField(
            model_name="hand",
            name="id",
            field=models.UUIDField(editable=False, primary_key=True, serialize=False),
        ),
        migrations.AlterField(
            model_name="hand",
            name="round",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="hands",
                to="games.round",
            ),
        ),
        migrations.AlterField(
            model_name="move",
            name="game",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="moves",
                to="games.game",
            ),
        ),
        migrations.AlterField(
            model_name="move",
            name="id",
            field=models.UUIDField(editable=False, primary_key=True, serialize=False),
        ),
        migrations.AlterField(
            model_name="move",
            name="round",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="moves",
                to="games.round",
            ),
        ),
        migrations.AlterField(
            model_name="round",
            name="game",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="rounds",
                to="games.game",
            ),
        ),
        migrations.AlterField(
            model_name="round",
            name="id",
            field=models.UUIDField(editable=False, primary_key=True, serialize=False),
        ),
        migrations.RunPython(guard, refuse_if_packed),
    ]
