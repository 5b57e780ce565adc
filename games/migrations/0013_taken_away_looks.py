"""Let names that were taken away stay away in every way to write them."""

from django.db import migrations
from icu import Normalizer2, SpoofChecker, UnicodeSet

_INVISIBLE = UnicodeSet("[:Default_Ignorable_Code_Point:]")
_ALIKE = SpoofChecker()


def write_looks(apps, schema_editor):
    """Forbid what looks like the old keys, in small letters and capitals too."""
    rows = apps.get_model("games", "TakenAwayName")._default_manager
    for row in list(rows.all()):
        for case in (row.key, row.key.lower(), row.key.upper(), row.key.title()):
            for normalizer in (
                Normalizer2.getNFKCCasefoldInstance(),
                Normalizer2.getNFKCInstance(),
            ):
                key = _look(normalizer, case)
                rows.get_or_create(key=key, defaults={"created_at": row.created_at})


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
    dependencies = [("games", "0012_records_of_games")]

    operations = [migrations.RunPython(write_looks, migrations.RunPython.noop)]
