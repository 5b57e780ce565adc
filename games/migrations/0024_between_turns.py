import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0023_plans"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Friend",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("since", models.DateTimeField()),
                (
                    "friend",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="listed_by",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "default_permissions": (),
                "constraints": [
                    models.UniqueConstraint(fields=("owner", "friend"), name="games_friend_once"),
                    models.CheckConstraint(
                        condition=models.Q(("owner", models.F("friend")), _negated=True),
                        name="games_friend_others",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Note",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("text", models.TextField()),
                ("version", models.PositiveIntegerField(default=0)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="games.game",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "default_permissions": (),
                "constraints": [
                    models.UniqueConstraint(fields=("game", "user"), name="games_note_once")
                ],
            },
        ),
        migrations.AddField(
            model_name="game",
            name="starts_at",
            field=models.DateTimeField(
                blank=True,
                help_text="Set: the game begins then, and not when all seats are taken.",
                null=True,
                verbose_name="start",
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="soon_at",
            field=models.DateTimeField(
                blank=True,
                editable=False,
                help_text="Players are told then that it starts soon; empty: they have been told.",
                null=True,
            ),
        ),
        migrations.AlterField(
            model_name="notice",
            name="stage",
            field=models.CharField(
                choices=[
                    ("turn", "a turn waits unseen"),
                    ("last_call", "little time is left"),
                    ("nudge", "somebody asks for a move"),
                    ("invitation", "somebody invites the user by name"),
                    ("rematch", "somebody wants a rematch"),
                    ("soon", "the game starts within the hour"),
                    ("alone", "nobody else sat down by the start"),
                    ("started", "the game has begun"),
                    ("kept", "a bot keeps the chair"),
                    ("paused", "the game is paused"),
                    ("offer", "somebody offers to end the game unfinished"),
                    ("friendly", "a rated game has become friendly"),
                    ("end", "the game is over"),
                    ("answer", "the moderators have answered or acted"),
                    ("hook_off", "a webhook was switched off"),
                ],
                max_length=10,
            ),
        ),
    ]
