"""Let a chair have a new player."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

_SENTENCE = "The log of a game is written once."
_BEFORE = "('keep', 'take_back', 'leave', 'void', 'pause', 'resume', 'extend', 'agree', 'disagree')"
_REPEATABLE = (
    "('keep', 'take_back', 'leave', 'void', 'pause', 'resume', 'extend', 'agree', 'disagree', "
    "'new_player')"
)


def guard(_apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Let the log hold the new kind of rows."""
    _guard(schema_editor, _REPEATABLE)


def guard_as_before(_apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    _guard(schema_editor, _BEFORE)


def _guard(schema_editor: BaseDatabaseSchemaEditor, repeatable: str) -> None:
    # Only SQLite compares rows: on PostgreSQL the guards are the same for all kinds.
    if schema_editor.connection.vendor == "postgresql":
        return
    schema_editor.execute("DROP TRIGGER IF EXISTS games_move_no_replace", None)
    schema_editor.execute(
        "CREATE TRIGGER games_move_no_replace BEFORE INSERT ON games_move "  # noqa: S608 (our names)
        "WHEN EXISTS (SELECT 1 FROM games_move WHERE (id = NEW.id) "
        "OR (game_id = NEW.game_id AND version = NEW.version) "
        "OR (game_id = NEW.game_id AND seq = NEW.seq AND seat = NEW.seat "
        f"AND NOT type IN {repeatable} AND NOT NEW.type IN {repeatable})) "
        f"BEGIN SELECT RAISE(ABORT, '{_SENTENCE}'); END",
        None,
    )


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0024_between_turns"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="ChairOffer",
            fields=[
                (
                    "seat",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="offer",
                        serialize=False,
                        to="games.seat",
                    ),
                ),
                ("link", models.CharField(max_length=32, unique=True)),
                ("created_at", models.DateTimeField()),
            ],
            options={
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="FormerPlayer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=40, verbose_name="name")),
                ("was_guest", models.BooleanField(db_default=False, default=False)),
                ("version", models.PositiveIntegerField()),
                ("until", models.DateTimeField()),
                ("link", models.CharField(max_length=32, unique=True)),
            ],
            options={
                "default_permissions": (),
            },
        ),
        migrations.RemoveConstraint(
            model_name="move",
            name="games_move_decides_once",
        ),
        migrations.AddField(
            model_name="seat",
            name="taken_at",
            field=models.DateTimeField(
                blank=True,
                editable=False,
                help_text="When its player sat down in another’s chair; empty: at the game’s start.",
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
                    ("taken", "somebody else plays on in the chair"),
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
        migrations.AddConstraint(
            model_name="move",
            constraint=models.UniqueConstraint(
                condition=models.Q(
                    (
                        "type__in",
                        [
                            "keep",
                            "take_back",
                            "leave",
                            "new_player",
                            "agree",
                            "disagree",
                            "void",
                            "pause",
                            "resume",
                            "extend",
                        ],
                    ),
                    _negated=True,
                ),
                fields=("game", "seq", "seat"),
                name="games_move_decides_once",
            ),
        ),
        migrations.AddField(
            model_name="formerplayer",
            name="seat",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="former_players",
                to="games.seat",
            ),
        ),
        migrations.AddField(
            model_name="formerplayer",
            name="user",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="former_seats",
                to=settings.AUTH_USER_MODEL,
                verbose_name="user",
            ),
        ),
        migrations.CreateModel(
            name="FormerResult",
            fields=[
                (
                    "former",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="result",
                        serialize=False,
                        to="games.formerplayer",
                    ),
                ),
                ("players", models.PositiveSmallIntegerField()),
                ("among_people", models.BooleanField()),
                ("finished", models.BooleanField()),
                ("place", models.PositiveSmallIntegerField()),
                ("tally", models.JSONField()),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="former_results",
                        to="games.game",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="former_results",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "default_permissions": (),
            },
        ),
        migrations.AddConstraint(
            model_name="formerplayer",
            constraint=models.UniqueConstraint(
                fields=("seat", "version"), name="games_former_player_once"
            ),
        ),
        migrations.RunPython(guard, guard_as_before),
    ]
