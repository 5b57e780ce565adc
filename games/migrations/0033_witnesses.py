import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

_TABLE = "games_witnessedday"
_SENTENCE = "The root of a day is written once."
_POSTGRES = """
CREATE TRIGGER {table}_no_{event} BEFORE {event} ON {table} FOR EACH {each}
EXECUTE FUNCTION games_written_once('{sentence}')
"""


def install(_apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Guard the days' roots as the log is."""
    if schema_editor.connection.vendor == "postgresql":
        for event, each in (("update", "ROW"), ("delete", "ROW"), ("truncate", "STATEMENT")):
            names = {"table": _TABLE, "event": event, "each": each, "sentence": _SENTENCE}
            schema_editor.execute(_POSTGRES.format(**names), None)
        return
    refuse = f"BEGIN SELECT RAISE(ABORT, '{_SENTENCE}'); END"
    for event in ("update", "delete"):
        schema_editor.execute(
            f"CREATE TRIGGER {_TABLE}_no_{event} BEFORE {event} ON {_TABLE} {refuse}", None
        )
    schema_editor.execute(
        f"CREATE TRIGGER {_TABLE}_no_replace BEFORE INSERT ON {_TABLE} "  # noqa: S608 (our names)
        f"WHEN EXISTS (SELECT 1 FROM {_TABLE} WHERE (day = NEW.day)) {refuse}",
        None,
    )


def remove(_apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    on = f" ON {_TABLE}" if schema_editor.connection.vendor == "postgresql" else ""
    for event in ("update", "delete", "truncate", "replace"):
        schema_editor.execute(f"DROP TRIGGER IF EXISTS {_TABLE}_no_{event}{on}", None)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0032_log_format"),
    ]

    operations = [
        migrations.CreateModel(
            name="WitnessedDay",
            fields=[
                ("day", models.DateField(primary_key=True, serialize=False)),
                ("before", models.CharField(max_length=64)),
                ("tree", models.CharField(max_length=64)),
                ("root", models.CharField(max_length=64)),
                ("depth", models.PositiveSmallIntegerField()),
                ("filling", models.BinaryField()),
                ("nodes", models.BinaryField()),
                ("made_at", models.DateTimeField()),
            ],
            options={
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="WitnessedHead",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("version", models.PositiveIntegerField()),
                ("head", models.CharField(max_length=64)),
                ("place", models.PositiveIntegerField()),
                (
                    "day",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="heads",
                        to="games.witnessedday",
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="witnessed_heads",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "default_permissions": (),
                "constraints": [
                    models.UniqueConstraint(fields=("day", "place"), name="games_one_head_a_place"),
                    models.UniqueConstraint(fields=("game", "day"), name="games_one_head_a_day"),
                ],
            },
        ),
        migrations.RunPython(install, remove),
    ]
