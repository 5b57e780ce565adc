"""Log agreements to end games unfinished."""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

_SENTENCE = "The log of a game is written once."
_BEFORE = "('keep', 'take_back', 'leave', 'void', 'pause', 'resume', 'extend')"
_REPEATABLE = (
    "('keep', 'take_back', 'leave', 'void', 'pause', 'resume', 'extend', 'agree', 'disagree')"
)


def guard(_apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Let the log hold the new kinds of rows."""
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
        ("games", "0010_ratings_worth_their_games"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="move",
            name="games_move_decides_once",
        ),
        migrations.RemoveField(
            model_name="seat",
            name="agrees_to_end",
        ),
        migrations.AddField(
            model_name="gamesummary",
            name="offered_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="seatsummary",
            name="agrees",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AlterField(
            model_name="notice",
            name="stage",
            field=models.CharField(
                choices=[
                    ("turn", "a turn waits unseen"),
                    ("last_call", "little time is left"),
                    ("end", "the game is over"),
                    ("nudge", "somebody asks for a move"),
                    ("offer", "somebody offers to end the game unfinished"),
                    ("friendly", "a rated game has become friendly"),
                ],
                max_length=10,
            ),
        ),
        migrations.AddIndex(
            model_name="gamesummary",
            index=models.Index(
                condition=models.Q(("offered_at__isnull", False)),
                fields=["offered_at"],
                name="games_offered",
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
        migrations.RunPython(guard, guard_as_before),
    ]
