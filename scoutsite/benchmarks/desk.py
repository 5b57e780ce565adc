"""Measure the moderators' lists with many players, games, cases and rows of the audit log.

The first run fills the database (DATABASE_URL), which must be empty or filled by `fill`; later ones
measure it as it is. Print each page's queries, median time and slowest query. Exit with 1 if a
page takes too long.
"""

import sys
from argparse import ArgumentParser
from random import Random
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group
from django.core.management import call_command
from django.core.management.base import CommandError, OutputWrapper
from django.db import connection, transaction
from django.utils import timezone

from games.management.filling import people as made_people
from games.management.filling.acts import SIGNS, write_acts, write_signs
from games.management.filling.games import numbers_there
from games.management.filling.order import write_cases
from games.management.filling.site import ADDRESS, tables_there, write_people, write_tables
from games.management.progress import with_progress
from games.models import Appeal, Case, Game, ModerationAction, Report, Sign
from games.order.moderators import NAME as MODERATORS
from games.order.moderators import make_group
from games.people.names import show_badges
from scoutsite.benchmarks.desk_pages import Desk

STAFF = 8
MOST_MS = 300
"""Most milliseconds that a page may take."""
_SEED = 0


def add_arguments(parser: ArgumentParser) -> None:
    """Add options."""
    for what, count, how in (
        ("players", 100_000, ""),
        ("games", 200_000, ", most of them without a log"),
        ("played", 200, ", of the games: those that bots really play"),
        ("cases", 60_000, ", with three reports and nearly two acts each"),
    ):
        parser.add_argument(
            f"--{what}", type=int, default=count, help=f"to fill in{how} ({count:,})"
        )
    parser.add_argument("--rounds", type=int, default=9, help="requests per page (9)")
    parser.add_argument(
        "--most-ms", type=float, default=MOST_MS, help=f"most that a page may take ({MOST_MS})"
    )


def run(options: dict[str, Any], stdout: OutputWrapper) -> None:
    """Print a table of pages; exit with 1 if one takes too long."""
    if options["rounds"] < 1:
        raise CommandError("Measure at least one round.", returncode=2)
    if not _is_filled():
        _refuse_real_data()
        _fill(options, stdout)
    desk = Desk()
    stdout.write(_what_there_is())
    stdout.write("| page | queries | ms | ms of this process | ms of its slowest query |")
    stdout.write("| --- | ---: | ---: | ---: | ---: |")
    slow = []
    pages = desk.pages()
    for page in with_progress(pages, len(pages), "Pages measured"):
        cost = desk.measured(page, options["rounds"])
        stdout.write(
            f"| {page.name} | {cost.queries} | {cost.milliseconds:.0f} | {cost.processor:.0f} "
            f"| {cost.slowest:.0f} |"
        )
        if cost.milliseconds > options["most_ms"]:
            slow.append(page.name)
    if slow:
        stdout.write(f"Longer than {options['most_ms']:g} ms: {', '.join(slow)}.")
        sys.exit(1)


def _is_filled() -> bool:
    """Return whether the rows are there: they are written last, and all at once."""
    return Game.objects.filter(public_id__startswith=ADDRESS).exists()


def _refuse_real_data() -> None:
    """Raise ``CommandError`` unless all players and games are made ones."""
    users = get_user_model()._default_manager.exclude(username__endswith=made_people.MARK)
    if users.exists() or Game.objects.count() > len(numbers_there()):
        raise CommandError(
            "This database has players or games that are not made up. Use an empty one."
        )


def _fill(options: dict[str, Any], stdout: OutputWrapper) -> None:
    played, games = options["played"], options["games"]
    staff_from = made_people.how_many(played)
    least = staff_from + STAFF + 5
    if options["players"] < least or not 3 <= played < games or options["cases"] < 2:
        raise CommandError(
            f"It takes {least} players, 3 games that bots play, more games than these, and 2 cases "
            "at least.",
            returncode=2,
        )
    call_command("fill", games=played, originals=min(played, 50), processes=1, stdout=stdout)
    chance, now = Random(f"desk {_SEED}"), timezone.now()  # noqa: S311 (made up)
    with transaction.atomic():
        people = write_people(options["players"], now)
        # Those who played in the games that bots play would not see what happened there.
        staff = people[staff_from : staff_from + STAFF]
        _let_moderate([person.user_id for person in staff])
        already = tables_there()
        write_tables(games - Game.objects.count(), people, chance, now)
        filed = write_cases(
            options["cases"],
            tables=tables_there(),
            played=already,
            people=people,
            staff=staff,
            chance=chance,
            now=now,
        )
        write_acts(filed, staff, {each.user_id: each.name for each in people}, chance)
        write_signs(options["cases"] // SIGNS, people, chance, now)
    with connection.cursor() as cursor:
        # The database would do it only over time.
        cursor.execute("VACUUM ANALYZE" if connection.vendor == "postgresql" else "ANALYZE")


def _let_moderate(user_ids: list[int]) -> None:
    users = get_user_model()._default_manager.filter(pk__in=user_ids)
    users.update(is_staff=True, is_active=True, is_guest=False, is_bot=False)
    make_group()
    group = Group.objects.get(name=MODERATORS)
    for user in users:
        user.groups.add(group)
    show_badges(users=list(users))


def _what_there_is() -> str:
    counts = [
        (get_user_model()._default_manager, "players"),
        (Game.objects, "games"),
        (Case.objects, "cases"),
        (Report.objects, "reports"),
        (ModerationAction.objects, "rows of the audit log"),
        (Appeal.objects, "appeals"),
        (Sign.objects, "signs"),
    ]
    return ", ".join(f"{rows.count():,} {what}" for rows, what in counts)
