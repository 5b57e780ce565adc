"""Let the first ready reasons name the rule of conduct that they are about; notices link to it."""

from typing import Any

from django.db import migrations

REASONS = {
    "Insults have no place at our tables. Please write to others as you would speak to a guest.": 1,
    "Nobody is put down here for who they are or where they come from. Please don’t do it again.": 1,
    "Threats are never a joke here. Please leave the other players alone.": 2,
    "This name could hurt or mislead others. You can choose another in your settings.": 3,
    "The moves in your games show that you knew cards you couldn’t see. That spoils it for all.": 4,
    "One person plays with one account. Please keep the one you like better.": 5,
    "Others have waited long for you. If you have no time, please leave the game or set a holiday.": 7,
    "The chat is for the game. Please don’t advertise here.": 8,
    "Please don’t write other people’s names, addresses or pictures where everybody reads them.": 9,
}
"""The numbers of their rules (``games/words/conduct.py``)."""


def name_rules(apps: Any, schema_editor: Any) -> None:
    """Add the rule to those that administrators have left as they were."""
    presets = apps.get_model("games", "Preset").objects.filter(use="reason")
    for text, number in REASONS.items():
        presets.filter(text=text).update(text=f"{text} See rule {number}.")


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0049_rehearsals"),
    ]

    operations = [
        migrations.RunPython(name_rules, migrations.RunPython.noop),
    ]
