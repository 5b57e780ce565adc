"""Mark seats that have the names of guests who are gone."""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

# What deleted accounts are called at tables; no guest could be.
_OF_ACCOUNTS = "Former player"


def mark(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    seats = apps.get_model("games", "Seat").objects.using(schema_editor.connection.alias)
    seats.filter(user=None, bot="").exclude(name=_OF_ACCOUNTS).update(was_guest=True)


class Migration(migrations.Migration):
    dependencies = [("games", "0016_results_worth_their_games")]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="was_guest",
            field=models.BooleanField(
                db_default=False,
                default=False,
                editable=False,
                help_text=(
                    "Without a user: whoever sat here was a guest, and the name is a guest’s."
                ),
            ),
        ),
        migrations.RunPython(mark, migrations.RunPython.noop),
    ]
