from django.db import migrations, models

from games.people.name_keys import name_key


def fill_keys(apps, schema_editor):
    """Give the users that are there the keys of their names."""
    User = apps.get_model("accounts", "User")
    taken = set()
    for user in User.objects.order_by("pk").iterator():
        key = name_key(user.username)
        # Names made by hand before there was a rule may look alike: the first keeps the key.
        user.name_key = key if key not in taken else f"{key}\n{user.pk}"
        taken.add(user.name_key)
        user.save(update_fields=["name_key"])


class Migration(migrations.Migration):
    dependencies = [("accounts", "0001_initial")]

    operations = [
        migrations.AddField(
            "user", "name_key", models.CharField(editable=False, max_length=450, default="")
        ),
        migrations.RunPython(fill_keys, migrations.RunPython.noop),
        migrations.AlterField(
            "user", "name_key", models.CharField(editable=False, max_length=450, unique=True)
        ),
    ]
