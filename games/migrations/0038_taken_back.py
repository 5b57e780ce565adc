"""Let moves be taken back."""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

_SENTENCE = "The log of a game is written once."
_BEFORE = (
    "('keep', 'take_back', 'leave', 'void', 'pause', 'resume', 'extend', 'agree', 'disagree', "
    "'new_player')"
)
_REPEATABLE = (
    "('keep', 'take_back', 'leave', 'void', 'pause', 'resume', 'extend', 'agree', 'disagree', "
    "'new_player', 'ask_rewind', 'agree_rewind', 'refuse_rewind', 'rewind')"
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
        ("games", "0037_every_report_has_a_case"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="move",
            name="games_move_decides_once",
        ),
        migrations.AddField(
            model_name="gamesummary",
            name="asked_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="gamesummary",
            name="rewound",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="seatsummary",
            name="agrees_to_rewind",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AlterField(
            model_name="moderationaction",
            name="kind",
            field=models.CharField(
                choices=[
                    ("hide_message", "Hide the message"),
                    ("show_message", "Show the message again"),
                    ("rename", "Rename the player"),
                    ("mute", "Mute"),
                    ("unmute", "Lift the mute"),
                    ("warn", "Warn"),
                    ("withdraw_warning", "Withdraw the warning"),
                    ("suspend", "Suspend"),
                    ("unsuspend", "Lift the suspension"),
                    ("ban", "Ban"),
                    ("unban", "Lift the ban"),
                    ("pause", "Pause the game"),
                    ("resume", "Let the game go on"),
                    ("extend", "Extend the deadline"),
                    ("rewind", "Take moves back"),
                    ("put_bot", "Put a bot in a seat"),
                    ("give_back", "Give a seat back"),
                    ("void", "Void the game"),
                    ("rename_game", "Rename the game"),
                    ("close_game", "Close the game"),
                    ("open_hands", "Open the hands"),
                    ("close_report", "Close the report"),
                    ("close_case", "Close the case"),
                    ("reopen_case", "Open the case again"),
                ],
                max_length=20,
                verbose_name="action",
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
                    ("rewind", "somebody asks to take moves back"),
                    ("friendly", "a rated game has become friendly"),
                    ("end", "the game is over"),
                    ("answer", "the moderators have answered or acted"),
                    ("hook_off", "a webhook was switched off"),
                ],
                max_length=10,
            ),
        ),
        migrations.AddIndex(
            model_name="gamesummary",
            index=models.Index(
                condition=models.Q(("asked_at__isnull", False)),
                fields=["asked_at"],
                name="games_asked",
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
                            "ask_rewind",
                            "agree_rewind",
                            "refuse_rewind",
                            "rewind",
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
