"""Gather the reports that there are into cases, and write the first ready texts."""

from collections import defaultdict
from typing import Any

from django.db import migrations

AT_ONCE = 2_000

PRESETS: tuple[tuple[str, str, str, str], ...] = (
    (
        "reason",
        "Insult",
        "Insults have no place at our tables. Please write to others as you would speak to a guest.",
        "Rude words in the chat.",
    ),
    (
        "reason",
        "Hate",
        "Nobody is put down here for who they are or where they come from. Please don’t do it again.",
        "Attacks on a group of people.",
    ),
    (
        "reason",
        "Threat",
        "Threats are never a joke here. Please leave the other players alone.",
        "Threats of any kind.",
    ),
    (
        "reason",
        "Advertising",
        "The chat is for the game. Please don’t advertise here.",
        "Advertising, links and repeated messages.",
    ),
    (
        "reason",
        "Holding up",
        "Others have waited long for you. If you have no time, please leave the game or set a holiday.",
        "Somebody who lets others wait on purpose.",
    ),
    (
        "reason",
        "Two accounts",
        "One person plays with one account. Please keep the one you like better.",
        "Second accounts, above all at the same table.",
    ),
    (
        "reason",
        "Cheating",
        "The moves in your games show that you knew cards you couldn’t see. That spoils it for all.",
        "Passing on cards or playing together against others.",
    ),
    (
        "reason",
        "Name",
        "This name could hurt or mislead others. You can choose another in your settings.",
        "Names that insult, advertise or imitate.",
    ),
    (
        "reason",
        "Private details",
        "Please don’t write other people’s names, addresses or pictures where everybody reads them.",
        "Private details of somebody else.",
    ),
    (
        "answer",
        "We acted",
        "Thank you for telling us. We looked into it and acted.",
        "Whenever something was done.",
    ),
    (
        "answer",
        "We’ll watch",
        "Thank you for telling us. It isn’t enough to act on yet, but we’ll keep an eye on it.",
        "Not clear enough yet.",
    ),
    (
        "answer",
        "Nothing wrong",
        "Thank you for telling us. We looked into it and found nothing against our rules.",
        "No rule was broken.",
    ),
    (
        "answer",
        "The clock",
        "Thank you for telling us. Nobody has to move faster than the game’s clock asks.",
        "Reports of slow players who are within their time.",
    ),
    (
        "answer",
        "Block",
        "Thank you for telling us. You can also block this player: then you won’t meet again.",
        "People who don’t get on.",
    ),
    (
        "answer",
        "Help is there",
        "Thank you for looking after each other. If somebody is in danger right now, please call your "
        "local emergency number.",
        "Somebody may harm themselves or is in danger.",
    ),
)


def gather(apps: Any, schema_editor: Any) -> None:
    """Make one open case of the open reports about a subject, and one closed case of the closed."""
    case_model, report_model = (apps.get_model("games", name) for name in ("Case", "Report"))
    groups: dict[tuple[Any, ...], list[Any]] = defaultdict(list)
    for report in report_model.objects.filter(case=None).order_by("pk").iterator(AT_ONCE):
        groups[_subject(report)].append(report)
    for (is_open, about, subject), reports in groups.items():
        dates = [report.created_at for report in reports]
        alone = subject < 0
        case = case_model.objects.create(
            about=about,
            player_id=subject if about == "player" and not alone else None,
            game_id=subject if about == "game" and not alone else None,
            state="open" if is_open else "closed",
            opened_at=min(dates),
            waiting_since=min(dates),
            closed_at=None
            if is_open
            else max(each.closed_at or each.created_at for each in reports),
        )
        keys = [report.pk for report in reports]
        for start in range(0, len(keys), AT_ONCE):
            some = report_model.objects.filter(pk__in=keys[start : start + AT_ONCE])
            some.update(case=case)


def _subject(report: Any) -> tuple[bool, str, int]:
    is_open = report.state == "open"
    if report.player_id is not None:
        return is_open, "player", report.player_id
    if report.game_id is not None:
        return is_open, "game", report.game_id
    # Its subject is gone: a case of its own.
    return is_open, "game" if report.kind == "game" else "player", -report.pk


def write_presets(apps: Any, schema_editor: Any) -> None:
    """Write the ready texts with which a site begins."""
    model = apps.get_model("games", "Preset")
    model.objects.bulk_create(
        model(use=use, title=title, text=text, purpose=purpose, order=10 * number)
        for number, (use, title, text, purpose) in enumerate(PRESETS, 1)
    )


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0035_cases"),
    ]

    operations = [
        migrations.RunPython(gather, migrations.RunPython.noop),
        migrations.RunPython(write_presets, migrations.RunPython.noop),
    ]
