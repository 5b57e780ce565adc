"""Ready answers to appeals, and the first of them."""

from typing import Any

from django.db import migrations, models

ANSWERS: tuple[tuple[str, str, str], ...] = (
    (
        "You were right",
        "You were right, and we are sorry. We have taken it back.",
        "The act was a mistake.",
    ),
    (
        "Too much",
        "What you did was not all right, but what followed from it was too much. We have taken it back.",
        "The act was too hard.",
    ),
    (
        "It stays",
        "We looked at it again, with everything you wrote. The decision stays.",
        "The act was right.",
    ),
    (
        "It ends by itself",
        "We looked at it again. The decision stays, and it ends by itself on the day that the notice names.",
        "A suspension or a mute that is nearly over.",
    ),
)


def write(apps: Any, schema_editor: Any) -> None:
    """Write the first ready answers."""
    model = apps.get_model("games", "Preset")
    model.objects.bulk_create(
        model(use="appeal", title=title, text=text, purpose=purpose, order=10 * number)
        for number, (title, text, purpose) in enumerate(ANSWERS, 1)
    )


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0050_ready_reasons_name_rules"),
    ]

    operations = [
        migrations.AlterField(
            model_name="preset",
            name="use",
            field=models.CharField(
                choices=[
                    ("reason", "a reason, for those concerned"),
                    ("answer", "an answer, for those who reported"),
                    ("appeal", "an answer to an appeal"),
                ],
                max_length=10,
                verbose_name="use",
            ),
        ),
        migrations.RunPython(write, migrations.RunPython.noop),
    ]
