"""Store why a game is friendly, and make rated games without a clock friendly."""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps
from django.utils import timezone


def make_friendly(apps: StateApps, _schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Take games without a clock off the ratings, and tell the players of running ones."""
    games = apps.get_model("games", "Game").objects
    unclocked = games.filter(rated=True, turn_seconds=None, summary__status__in=["open", "running"])
    keys = list(unclocked.values_list("pk", flat=True))
    seats = apps.get_model("games", "Seat").objects.filter(
        game__in=keys, game__summary__status="running", summary__left=False, user__isnull=False
    )
    notice = apps.get_model("games", "Notice")
    notice.objects.bulk_create(
        notice(
            game_id=game,
            user_id=user,
            seat=number,
            seq=seq,
            stage="friendly",
            due_at=timezone.now(),
        )
        for game, user, number, seq in seats.values_list(
            "game", "user", "number", "game__summary__seq"
        )
    )
    games.filter(pk__in=keys).update(rated=False, unrated_because="clock")


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0014_small_answers"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="unrated_because",
            field=models.CharField(
                blank=True,
                choices=[
                    ("bots", "a bot has a seat"),
                    ("guests", "a guest has a seat"),
                    ("address", "a player’s email address is not confirmed"),
                    ("program", "a player’s account is marked as a bot"),
                    ("clock", "it has no clock of at most 7 days"),
                ],
                default="",
                db_default="",
                max_length=10,
                verbose_name="why it is friendly",
            ),
        ),
        migrations.AlterField(
            model_name="game",
            name="rated",
            field=models.BooleanField(
                default=False,
                help_text="Until the game begins: opened as rated. From then on: whether it counts.",
                verbose_name="rated",
            ),
        ),
        migrations.RunPython(make_friendly, migrations.RunPython.noop),
    ]
