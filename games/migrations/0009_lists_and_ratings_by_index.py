from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps
from django.db.models import OuterRef, Subquery


def fill_over_at(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    summaries = apps.get_model("games", "GameSummary").objects.using(schema_editor.connection.alias)
    seats = apps.get_model("games", "Seat").objects.using(schema_editor.connection.alias)
    over = summaries.filter(status__in=("finished", "voided"))
    ended = over.filter(game=OuterRef("game")).values("changed_at")
    seats.filter(game__in=over.values("game")).update(over_at=Subquery(ended))


class Migration(migrations.Migration):
    dependencies = [("games", "0008_acts_on_offered_games")]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="over_at",
            field=models.DateTimeField(
                blank=True,
                editable=False,
                help_text="When the game was over, as its log says: for lists in that order.",
                null=True,
            ),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(
                condition=models.Q(("over_at__isnull", True)),
                fields=["user"],
                name="games_seats_in_play",
            ),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(
                condition=models.Q(("over_at__isnull", False)),
                fields=["user", "-over_at", "-id"],
                name="games_seats_over",
            ),
        ),
        migrations.AddIndex(
            model_name="seatresult",
            index=models.Index(
                condition=models.Q(("open", True)),
                fields=["user", "-ended_at", "-seat"],
                name="games_open_results_of_a_user",
            ),
        ),
        migrations.CreateModel(
            name="RatingsDue",
            fields=[
                ("players", models.PositiveSmallIntegerField(primary_key=True, serialize=False)),
                ("ended_at", models.DateTimeField()),
                ("game_id", models.BigIntegerField()),
            ],
        ),
        migrations.AddIndex(
            model_name="ratingchange",
            index=models.Index(
                condition=models.Q(("former__isnull", False)),
                fields=["former", "players", "number"],
                name="games_rating_curve_of_former",
            ),
        ),
        migrations.RunPython(fill_over_at, migrations.RunPython.noop),
    ]
