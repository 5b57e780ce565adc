"""Compare the names there are by what one sees, as ``games/people/name_keys.py`` does today."""

from django.db import migrations, models
from django.db.models.functions import Cast, Concat
from icu import Normalizer2, SpoofChecker, UnicodeSet

_INVISIBLE = UnicodeSet("[:Default_Ignorable_Code_Point:]")
_ALIKE = SpoofChecker()


def write_looks(apps, schema_editor):
    """Of names with the same key, the oldest has it, the others have it with a line of their own."""
    users = apps.get_model("accounts", "User")._default_manager
    found, taken = [], set()
    for user in users.order_by("date_joined", "pk").only("pk", "username").iterator(500):
        key = _look(Normalizer2.getNFKCCasefoldInstance(), user.username)
        user.name_look = _look(Normalizer2.getNFKCInstance(), user.username)
        user.name_key = f"{key}\n{user.pk}" if key in taken else key
        taken.add(key)
        found.append(user)
    # Out of each other's way first: keys are unique.
    users.update(name_key=Concat(models.Value("\n"), _key()))
    users.bulk_update(found, ["name_key", "name_look"], batch_size=500)


def _key():
    return Cast(models.F("pk"), models.CharField())


def _look(normalizer, name):
    text = _skeleton(normalizer, name)
    while (again := _skeleton(Normalizer2.getNFKCCasefoldInstance(), text)) != text:
        text = again
    return text


def _skeleton(normalizer, text):
    visible = "".join(each for each in text if not _INVISIBLE.contains(each)).strip()
    skeleton = _ALIKE.getSkeleton(0, str(normalizer.normalize(visible)))
    return " ".join(str(skeleton).split())


class Migration(migrations.Migration):
    dependencies = [("accounts", "0009_access")]

    operations = [
        migrations.AddField(
            "user",
            "name_look",
            models.CharField(db_index=True, default="", editable=False, max_length=450),
        ),
        migrations.RunPython(write_looks, migrations.RunPython.noop),
    ]
