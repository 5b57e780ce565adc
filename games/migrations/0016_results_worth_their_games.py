from datetime import UTC, datetime

import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps
from django.db.models import F

PLAYER_COUNTS = (2, 3, 4, 5)


def count_anew(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """A worker counts the games that ended before anew, then all ratings."""

    def rows(model: str):
        return apps.get_model("games", model).objects.using(schema_editor.connection.alias)

    rows("SeatResult").update(charged=F("left"))
    if not rows("GameSummary").filter(status__in=("finished", "voided")).exists():
        return
    rows("Ledger").update_or_create(pk=1, defaults={"recounted_to": 0, "rating_anew": True})
    for players in PLAYER_COUNTS:
        rows("RatingsDue").update_or_create(
            players=players,
            defaults={"ended_at": datetime(1970, 1, 1, tzinfo=UTC), "game_id": 0},
        )


class Migration(migrations.Migration):
    dependencies = [("games", "0015_rated_games")]

    operations = [
        migrations.RemoveIndex(model_name="seatresult", name="games_results_of_a_user"),
        migrations.RemoveIndex(model_name="seatresult", name="games_open_results_of_a_user"),
        migrations.AddField(
            model_name="seatresult",
            name="finished",
            field=models.BooleanField(default=True),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="seatresult",
            name="charged",
            field=models.BooleanField(default=False),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="seatresult",
            name="nobody_gains",
            field=models.BooleanField(default=False),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="seatresult",
            name="company",
            field=models.UUIDField(null=True),
        ),
        migrations.AddField(
            model_name="ledger",
            name="recounted_to",
            field=models.BigIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="ledger",
            name="rating_anew",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="ledger",
            name="rated_anew_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.CreateModel(
            name="RatedOpponent",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("players", models.PositiveSmallIntegerField()),
                ("owner", models.UUIDField()),
                ("opponent", models.UUIDField()),
                (
                    "change",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="first_met",
                        to="games.ratingchange",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["opponent"], name="games_rated_opponents")],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("owner", "opponent", "players"),
                        name="games_rated_opponent_once",
                    )
                ],
            },
        ),
        migrations.RunPython(count_anew, migrations.RunPython.noop),
        migrations.AddIndex(
            model_name="seatresult",
            index=models.Index(
                fields=["user", "finished", "-ended_at", "-seat"],
                name="games_results_of_a_user",
            ),
        ),
        migrations.AddIndex(
            model_name="seatresult",
            index=models.Index(
                condition=models.Q(("finished", True), ("open", True)),
                fields=["user", "-ended_at", "-seat"],
                name="games_open_results_of_a_user",
            ),
        ),
        migrations.AddIndex(
            model_name="seatresult",
            index=models.Index(
                condition=models.Q(("company__isnull", False)),
                fields=["company", "ended_at", "game"],
                name="games_results_of_a_company",
            ),
        ),
    ]
