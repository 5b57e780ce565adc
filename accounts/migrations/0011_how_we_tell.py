"""Let users choose when, of what and by which way they are told."""

import functools

import django.utils.crypto
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps
from django.utils.crypto import get_random_string

_AT_ONCE = 500


def fill(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Give each user a key of their own, and keep who wants no email of ends."""
    users = apps.get_model("accounts", "User").objects.using(schema_editor.connection.alias)
    users.filter(game_end_mail=False).update(not_by_mail="end")
    keys = list(users.order_by("pk").values_list("pk", flat=True))
    for start in range(0, len(keys), _AT_ONCE):
        some = [
            users.model(pk=pk, link_key=get_random_string(16)) for pk in keys[start:][:_AT_ONCE]
        ]
        users.bulk_update(some, ["link_key"])


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0010_name_looks"),
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="user",
            name="accounts_user_turn_mail_minutes",
        ),
        migrations.RenameField(
            model_name="user",
            old_name="turn_mail_minutes",
            new_name="unseen_minutes",
        ),
        migrations.RenameField(
            model_name="user",
            old_name="turn_mail",
            new_name="tell_turns",
        ),
        migrations.AddField(
            model_name="user",
            name="feed_key",
            field=models.CharField(editable=False, max_length=32, null=True, unique=True),
        ),
        migrations.AddField(
            model_name="user",
            name="link_key",
            field=models.CharField(
                default=functools.partial(django.utils.crypto.get_random_string, *(16,)),
                editable=False,
                max_length=16,
            ),
        ),
        migrations.AddField(
            model_name="user",
            name="most_a_day",
            field=models.PositiveSmallIntegerField(
                blank=True,
                default=10,
                help_text="Empty: no limit.",
                null=True,
                verbose_name="most notices a day",
            ),
        ),
        migrations.AddField(
            model_name="user",
            name="not_by_hook",
            field=models.CharField(
                blank=True, default="", max_length=200, verbose_name="not by webhook"
            ),
        ),
        migrations.AddField(
            model_name="user",
            name="not_by_mail",
            field=models.CharField(
                blank=True, default="", max_length=200, verbose_name="not by email"
            ),
        ),
        migrations.AddField(
            model_name="user",
            name="not_by_push",
            field=models.CharField(
                blank=True, default="", max_length=200, verbose_name="not by push"
            ),
        ),
        migrations.AlterField(
            model_name="user",
            name="tell_turns",
            field=models.CharField(
                choices=[
                    ("once", "At once"),
                    ("each", "Each turn, if unseen for some minutes"),
                    ("daily", "One a day"),
                    ("deadline", "Only near deadlines"),
                    ("none", "None"),
                ],
                default="once",
                max_length=8,
                verbose_name="when to tell of turns",
            ),
        ),
        migrations.AddField(
            model_name="user",
            name="turn_links",
            field=models.BooleanField(
                default=True, verbose_name="emails may let them play without signing in"
            ),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.RemoveField(
            model_name="user",
            name="game_end_mail",
        ),
        migrations.AddConstraint(
            model_name="user",
            constraint=models.CheckConstraint(
                condition=models.Q(("unseen_minutes__gte", 1), ("unseen_minutes__lte", 1440)),
                name="accounts_user_unseen_minutes",
            ),
        ),
    ]
