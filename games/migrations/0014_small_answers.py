"""Keep of an answer its status, game and version."""

from django.db import migrations, models
from django.db.models import IntegerField
from django.db.models.fields.json import KT
from django.db.models.functions import Cast


def shrink(apps, schema_editor):
    """Take from the old answers what stays."""
    keys = apps.get_model("games", "IdempotencyKey").objects.filter(answer__isnull=False)
    keys.update(game=KT("answer__id"), version=Cast(KT("answer__version"), IntegerField()))


class Migration(migrations.Migration):
    dependencies = [("games", "0013_taken_away_looks")]

    operations = [
        migrations.AddField("idempotencykey", "game", models.CharField(default="", max_length=16)),
        migrations.AddField("idempotencykey", "version", models.PositiveIntegerField(default=0)),
        migrations.RunPython(shrink, migrations.RunPython.noop),
        migrations.RemoveField("idempotencykey", "answer"),
    ]
