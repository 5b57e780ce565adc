import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

_LOG, _ACTS = "The log of a game is written once.", "What moderators did is written once."
_FUNCTION = """
CREATE OR REPLACE FUNCTION games_written_once() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION '%', TG_ARGV[0] USING ERRCODE = 'restrict_violation'; END $$
"""
_POSTGRES = """
CREATE TRIGGER {table}_no_{event} BEFORE {event} ON {table} FOR EACH {each}
EXECUTE FUNCTION games_written_once('{sentence}')
"""
_REPEATABLE = "('keep', 'take_back', 'leave', 'void', 'pause', 'resume', 'extend')"
_SAME_ROW = {
    "games_round": "(id = NEW.id) OR (game_id = NEW.game_id AND number = NEW.number)",
    "games_hand": "(id = NEW.id) OR (round_id = NEW.round_id AND seat = NEW.seat)",
    # A chair may change hands more than once during one decision.
    "games_move": (
        "(id = NEW.id) OR (game_id = NEW.game_id AND version = NEW.version) OR "
        "(game_id = NEW.game_id AND seq = NEW.seq AND seat = NEW.seat "
        f"AND NOT type IN {_REPEATABLE} AND NOT NEW.type IN {_REPEATABLE})"
    ),
    "games_moderationaction": "(id = NEW.id)",
}


def install(_apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Guard what moderators did, and let the log hold the new kinds of rows."""
    _guard(schema_editor, {**dict.fromkeys(_SAME_ROW, _LOG), "games_moderationaction": _ACTS})


def remove(_apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Leave only the log guarded."""
    _drop(schema_editor)
    _guard(schema_editor, dict.fromkeys(["games_round", "games_hand", "games_move"], _LOG))


def _guard(schema_editor: BaseDatabaseSchemaEditor, sentences: dict[str, str]) -> None:
    _drop(schema_editor)
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(_FUNCTION, None)
        for table, sentence in sentences.items():
            for event, each in (("update", "ROW"), ("delete", "ROW"), ("truncate", "STATEMENT")):
                names = {"table": table, "event": event, "each": each, "sentence": sentence}
                schema_editor.execute(_POSTGRES.format(**names), None)
        return
    for table, sentence in sentences.items():
        refuse = f"BEGIN SELECT RAISE(ABORT, '{sentence}'); END"
        for event in ("update", "delete"):
            schema_editor.execute(
                f"CREATE TRIGGER {table}_no_{event} BEFORE {event} ON {table} {refuse}", None
            )
        is_there = f"SELECT 1 FROM {table} WHERE {_SAME_ROW[table]}"  # noqa: S608 (names of ours)
        schema_editor.execute(
            f"CREATE TRIGGER {table}_no_replace BEFORE INSERT ON {table} "
            f"WHEN EXISTS ({is_there}) {refuse}",
            None,
        )


def _drop(schema_editor: BaseDatabaseSchemaEditor) -> None:
    on_table = schema_editor.connection.vendor == "postgresql"
    for table in _SAME_ROW:
        for event in ("update", "delete", "truncate", "replace"):
            on = f" ON {table}" if on_table else ""
            schema_editor.execute(f"DROP TRIGGER IF EXISTS {table}_no_{event}{on}", None)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0005_records"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Block",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("created_at", models.DateTimeField()),
            ],
            options={
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="ModerationAction",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
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
                            ("put_bot", "Put a bot in a seat"),
                            ("give_back", "Give a seat back"),
                            ("void", "Void the game"),
                            ("open_hands", "Open the hands"),
                            ("close_report", "Close the report"),
                        ],
                        max_length=20,
                        verbose_name="action",
                    ),
                ),
                ("created_at", models.DateTimeField(verbose_name="when")),
                ("reason", models.CharField(max_length=500, verbose_name="reason")),
                ("moderator_name", models.CharField(max_length=150)),
                ("player_name", models.CharField(blank=True, max_length=150)),
                ("game_name", models.CharField(blank=True, max_length=80)),
                ("details", models.JSONField(default=dict)),
            ],
            options={
                "verbose_name": "moderators’ action",
                "verbose_name_plural": "audit log",
                "ordering": ["-pk"],
                "permissions": [("moderate", "Can act as a moderator")],
                "default_permissions": ("view",),
            },
        ),
        migrations.CreateModel(
            name="PlayerNotice",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("text", models.CharField(max_length=1000)),
                ("created_at", models.DateTimeField()),
                ("read_at", models.DateTimeField(null=True)),
                ("mail_due", models.BooleanField(default=False)),
            ],
            options={
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="Report",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("game", "a game"),
                            ("message", "a message"),
                            ("name", "a name"),
                            ("player", "a player"),
                        ],
                        max_length=10,
                        verbose_name="about",
                    ),
                ),
                (
                    "reason",
                    models.CharField(
                        choices=[
                            ("insult", "Insults, threats or hate"),
                            ("cheating", "Cheating"),
                            ("stalling", "Holding up the game"),
                            ("spam", "Advertising or spam"),
                            ("other", "Something else"),
                        ],
                        max_length=10,
                        verbose_name="reason",
                    ),
                ),
                (
                    "text",
                    models.CharField(blank=True, max_length=500, verbose_name="in their words"),
                ),
                ("quote", models.CharField(blank=True, max_length=500, verbose_name="as it was")),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("open", "waiting"),
                            ("acted", "acted upon"),
                            ("declined", "no action"),
                        ],
                        default="open",
                        max_length=10,
                        verbose_name="state",
                    ),
                ),
                ("answer", models.CharField(blank=True, max_length=500, verbose_name="answer")),
                ("created_at", models.DateTimeField(verbose_name="reported")),
                ("closed_at", models.DateTimeField(null=True, verbose_name="closed")),
            ],
            options={
                "verbose_name": "report",
                "verbose_name_plural": "reports",
                "default_permissions": ("view",),
            },
        ),
        migrations.CreateModel(
            name="Sanction",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("warning", "warned"),
                            ("mute", "muted"),
                            ("suspension", "suspended"),
                            ("ban", "banned"),
                        ],
                        max_length=10,
                        verbose_name="sanction",
                    ),
                ),
                ("reason", models.CharField(max_length=500, verbose_name="reason")),
                ("since", models.DateTimeField(verbose_name="since")),
                ("until", models.DateTimeField(null=True, verbose_name="until")),
                ("ended_at", models.DateTimeField(null=True, verbose_name="lifted or read")),
            ],
            options={
                "verbose_name": "sanction",
                "verbose_name_plural": "sanctions",
                "default_permissions": ("view",),
            },
        ),
        migrations.CreateModel(
            name="Watcher",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("first_seen_at", models.DateTimeField()),
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
            model_name="chatmessage",
            name="hidden",
            field=models.BooleanField(default=False, verbose_name="hidden by a moderator"),
        ),
        migrations.AddField(
            model_name="gamesummary",
            name="halted",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(fields=["created_at"], name="games_by_age"),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(fields=["name"], name="games_seats_by_name"),
        ),
        migrations.AddConstraint(
            model_name="move",
            constraint=models.UniqueConstraint(
                condition=models.Q(
                    (
                        "type__in",
                        ["keep", "take_back", "leave", "void", "pause", "resume", "extend"],
                    ),
                    _negated=True,
                ),
                fields=("game", "seq", "seat"),
                name="games_move_decides_once",
            ),
        ),
        migrations.AddField(
            model_name="block",
            name="blocked",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="blocked_by",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="block",
            name="blocker",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="blocks",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="moderationaction",
            name="game",
            field=models.ForeignKey(
                db_constraint=False,
                null=True,
                on_delete=django.db.models.deletion.DO_NOTHING,
                related_name="moderation_actions",
                to="games.game",
                verbose_name="game",
            ),
        ),
        migrations.AddField(
            model_name="moderationaction",
            name="message",
            field=models.ForeignKey(
                db_constraint=False,
                null=True,
                on_delete=django.db.models.deletion.DO_NOTHING,
                related_name="+",
                to="games.chatmessage",
            ),
        ),
        migrations.AddField(
            model_name="moderationaction",
            name="moderator",
            field=models.ForeignKey(
                db_constraint=False,
                null=True,
                on_delete=django.db.models.deletion.DO_NOTHING,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
                verbose_name="moderator",
            ),
        ),
        migrations.AddField(
            model_name="moderationaction",
            name="player",
            field=models.ForeignKey(
                db_constraint=False,
                null=True,
                on_delete=django.db.models.deletion.DO_NOTHING,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
                verbose_name="player",
            ),
        ),
        migrations.AddField(
            model_name="playernotice",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="moderators_notices",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="report",
            name="game",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="reports",
                to="games.game",
                verbose_name="game",
            ),
        ),
        migrations.AddField(
            model_name="report",
            name="message",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="reports",
                to="games.chatmessage",
            ),
        ),
        migrations.AddField(
            model_name="report",
            name="player",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="reports_about",
                to=settings.AUTH_USER_MODEL,
                verbose_name="player",
            ),
        ),
        migrations.AddField(
            model_name="report",
            name="reporter",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="reports",
                to=settings.AUTH_USER_MODEL,
                verbose_name="reported by",
            ),
        ),
        migrations.AddField(
            model_name="moderationaction",
            name="report",
            field=models.ForeignKey(
                db_constraint=False,
                null=True,
                on_delete=django.db.models.deletion.DO_NOTHING,
                related_name="+",
                to="games.report",
            ),
        ),
        migrations.AddField(
            model_name="sanction",
            name="player",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="sanctions",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="watcher",
            name="game",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="watchers",
                to="games.game",
            ),
        ),
        migrations.AddField(
            model_name="watcher",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddConstraint(
            model_name="block",
            constraint=models.UniqueConstraint(
                fields=("blocker", "blocked"), name="games_block_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="block",
            constraint=models.CheckConstraint(
                condition=models.Q(("blocker", models.F("blocked")), _negated=True),
                name="games_block_others",
            ),
        ),
        migrations.AddIndex(
            model_name="playernotice",
            index=models.Index(fields=["user", "-id"], name="games_notices_of_a_player"),
        ),
        migrations.AddIndex(
            model_name="playernotice",
            index=models.Index(
                condition=models.Q(("read_at__isnull", True)),
                fields=["user"],
                name="games_notices_unread",
            ),
        ),
        migrations.AddIndex(
            model_name="playernotice",
            index=models.Index(
                condition=models.Q(("mail_due", True)), fields=["id"], name="games_notices_to_mail"
            ),
        ),
        migrations.AddIndex(
            model_name="report",
            index=models.Index(fields=["state", "id"], name="games_reports_in_line"),
        ),
        migrations.AddIndex(
            model_name="moderationaction",
            index=models.Index(fields=["player", "-id"], name="games_actions_on_a_player"),
        ),
        migrations.AddIndex(
            model_name="moderationaction",
            index=models.Index(fields=["game", "-id"], name="games_actions_in_a_game"),
        ),
        migrations.AddIndex(
            model_name="sanction",
            index=models.Index(
                condition=models.Q(("ended_at__isnull", True)),
                fields=["player", "kind"],
                name="games_sanctions_that_stand",
            ),
        ),
        migrations.AddConstraint(
            model_name="watcher",
            constraint=models.UniqueConstraint(fields=("game", "user"), name="games_watcher_once"),
        ),
        migrations.RunPython(install, remove),
    ]
