import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from games.log import triggers
from games.log.packing import unpack

_TABLES = ("games_round", "games_hand", "games_move", "games_packedlog")


def install(_apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Guard the tables: SQLite makes those anew whose columns change, without their triggers."""
    triggers.install(schema_editor.connection, _TABLES)


def unpack_all(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Write the rows of packed logs again."""
    triggers.remove(schema_editor.connection, _TABLES)
    for packed in apps.get_model("games", "PackedLog").objects.iterator():
        rows = unpack(packed.game_id, bytes(packed.rows))
        for name, written in zip(("Round", "Hand", "Move"), rows, strict=True):
            model = apps.get_model("games", name)
            model.objects.bulk_create(model(**row._asdict()) for row in written)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0051_ready_answers_to_appeals"),
    ]

    operations = [
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
        migrations.RunPython(install, unpack_all),
    ]
