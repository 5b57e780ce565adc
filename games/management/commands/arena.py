"""``manage.py arena BOT BOT [BOT …]``."""

import json
import os
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.bots.arena import MatchReport, play_deals, report
from games.management.progress import with_progress
from games.management.seated import (
    WHO,
    add_arguments,
    commands_of,
    need_seated,
    recorded,
    told_if_broken,
)


class Command(BaseCommand):
    help = (
        "Let bots play whole games against each other: N deals, each in every rotation of the "
        "seats, which cancels the luck of the deal. Prints each bot's points per round with the "
        "95% interval (over deals), its margin over the other bots, its share of games won "
        "(shared victories count in part) and its time per move."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("bots", nargs="+", metavar="BOT", help=f"2 to 5 of {WHO}")
        parser.add_argument("--games", type=int, default=100, metavar="N", help="default: 100")
        add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        names, games, seed, file = (options[key] for key in ("bots", "games", "seed", "records"))
        commands = commands_of(options["bot"])
        if not 2 <= len(names) <= 5:
            raise CommandError("The arena takes 2 to 5 bots.")
        if games < 1:
            raise CommandError("The arena plays at least 1 game.")
        need_seated(names, len(names), commands)
        results = play_deals(
            names, games, seed, commands, os.cpu_count() or 1, records=file is not None
        )
        with told_if_broken(seed, options["broken"]):
            played = list(with_progress(recorded(results, file), games, "Deals played"))
        shown = report(names, played)
        self.stdout.write(json.dumps(shown.to_json()) if options["json"] else _table(shown))


def _table(shown: MatchReport) -> str:
    width = max(12, *(len(bot.name) for bot in shown.bots))
    lines = [
        f"{shown.games} games of {shown.players} players",
        f"{'bot':<{width}} seats  points per round         margin                   won    moves"
        "    ms  ms p95",
    ]
    for bot in shown.bots:
        points = f"{bot.points_per_round:+6.2f} [{bot.interval[0]:+.2f}, {bot.interval[1]:+.2f}]"
        margin = (
            f"{bot.margin:+6.2f} [{bot.margin_interval[0]:+.2f}, {bot.margin_interval[1]:+.2f}]"
        )
        lines.append(
            f"{bot.name:<{width}} {bot.seats:5}  {points:<24} {margin:<24} {bot.win_share:4.0%} "
            f"{bot.moves:8} {bot.ms_median:5.1f} {bot.ms_p95:7.1f}"
        )
    return "\n".join(lines)
