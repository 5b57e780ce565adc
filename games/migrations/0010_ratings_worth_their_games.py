from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps
from django.db.models import F


def fill_sure(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    ratings = apps.get_model("games", "Rating").objects.using(schema_editor.connection.alias)
    ratings.update(sure=F("mu") - 2 * F("sigma"))


class Migration(migrations.Migration):
    dependencies = [("games", "0009_lists_and_ratings_by_index")]

    operations = [
        migrations.RemoveIndex(model_name="rating", name="games_leaderboard"),
        migrations.AddField(
            model_name="rating",
            name="sure",
            field=models.FloatField(default=0.0),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="rating",
            name="people",
            field=models.PositiveIntegerField(default=0),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="rating",
            name="provisional",
            field=models.BooleanField(default=False),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="ratingchange",
            name="people",
            field=models.PositiveIntegerField(default=0),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="ratingchange",
            name="weight",
            field=models.FloatField(default=1.0),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="ratingchange",
            name="charged",
            field=models.BooleanField(default=False),
            preserve_default=False,
        ),
        migrations.RunPython(fill_sure, migrations.RunPython.noop),
        migrations.AddIndex(
            model_name="rating",
            index=models.Index(
                condition=models.Q(("listed", True)),
                fields=["players", "-sure", "id"],
                name="games_leaderboard",
            ),
        ),
        migrations.AddIndex(
            model_name="rating",
            index=models.Index(
                condition=models.Q(("provisional", True)),
                fields=["players", "-games", "id"],
                name="games_provisional_ratings",
            ),
        ),
    ]
