"""``manage.py simulate_pace``: measure how long games take, and where the waiting goes."""

import json
from argparse import ArgumentParser
from collections import defaultdict
from dataclasses import asdict, replace
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.management.progress import with_progress
from games.rules.cards import PLAYER_COUNTS
from scoutsite.pace.measures import Played, summary_of
from scoutsite.pace.people import ZONES, Habits
from scoutsite.pace.policies import POLICIES
from scoutsite.pace.report import as_json, table
from scoutsite.pace.running import Task, play_all
from scoutsite.pace.world import Setting

_HOURS = ("24", "72", "none")


class Command(BaseCommand):
    help = (
        "Let made-up people play whole games through the site's services, on a clock of the "
        "simulation, and say how many days that takes. docs/pace.md tells who they are."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        default = Habits()
        parser.add_argument("--players", type=int, choices=PLAYER_COUNTS, default=4)
        parser.add_argument("--games", type=int, default=20, help="for each policy (20)")
        parser.add_argument("--seed", type=int, default=1, help="another seed, other people (1)")
        parser.add_argument("--turn-hours", choices=_HOURS, default="72", help="a turn's time (72)")
        parser.add_argument("--zones", choices=tuple(ZONES), default="mixed", help="default: mixed")
        parser.add_argument("--policies", nargs="+", choices=tuple(POLICIES), default=[*POLICIES])
        parser.add_argument("--phones", type=float, default=default.phones, help="their share (⅔)")
        parser.add_argument(
            "--forgets", type=float, default=default.forgets, help="how often, of notices (0.15)"
        )
        parser.add_argument(
            "--email-hours", type=float, default=default.email_hours, help="median answer (2)"
        )
        parser.add_argument(
            "--push-minutes", type=float, default=default.push_minutes, help="median answer (6)"
        )
        parser.add_argument(
            "--away", type=float, default=default.away, help="the share who go away for days (0)"
        )
        parser.add_argument("--processes", type=int, default=2, help="at once (2)")
        parser.add_argument("--json", action="store_true", help="print all figures as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["games"] < 1 or options["processes"] < 1:
            raise CommandError("It takes one game and one process at least.")
        setting = _setting_of(options)
        tasks = [
            Task(policy, number)
            for number in range(options["games"])
            for policy in dict.fromkeys(options["policies"])
        ]
        played: dict[str, dict[int, Played]] = defaultdict(dict)
        games = play_all(tasks, setting, processes=options["processes"])
        for task, game in with_progress(games, len(tasks), "Played"):
            played[task.policy][task.number] = game
        # In the order asked for, however the games ended.
        summaries = {
            policy: summary_of([played[policy][number] for number in sorted(played[policy])])
            for policy in dict.fromkeys(options["policies"])
        }
        if options["json"]:
            found = as_json(summaries, {"games": options["games"], **asdict(setting)})
            self.stdout.write(json.dumps(found, indent=2))
        else:
            self.stdout.write("\n".join(table(summaries)))


def _setting_of(options: dict[str, Any]) -> Setting:
    hours = options["turn_hours"]
    names = ("phones", "forgets", "email_hours", "push_minutes", "away")
    return Setting(
        players=options["players"],
        turn_seconds=None if hours == "none" else int(hours) * 3600,
        seed=options["seed"],
        zones=options["zones"],
        habits=replace(Habits(), **{name: options[name] for name in names}),
    )
