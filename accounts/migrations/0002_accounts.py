import re
import unicodedata

from django.db import migrations, models

# Letters that look like Latin ones, lower-case as casefold leaves them.
_LOOKALIKES = str.maketrans(
    "авекмнорстухісјһѕαβεικνορτυχ",
    "abekmhopctyxicjhsabeikvoptux",
)


def name_key(name):
    """Return what names that look alike have in common, by the rule of this migration's day."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return re.sub(r"\s+", " ", folded).strip().translate(_LOOKALIKES)


def fill_keys(apps, schema_editor):
    """Set the name keys of existing users."""
    User = apps.get_model("accounts", "User")
    taken = set()
    for user in User.objects.order_by("pk").iterator():
        key = name_key(user.username)
        # Names from before there were rules may look alike: the first keeps the key.
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
