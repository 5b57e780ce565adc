"""``manage.py league BOT BOT [BOT …]``."""

import json
import os
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.bots.arena import play_tables
from games.bots.league import LeagueTable, Rated, league_table, tables
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
        "Let many bots play each other at changing tables, and rate them. Each bot sits at N "
        "tables; each table plays one deal in every rotation of the seats. The ratings have a mean "
        "of 1500; 400 points are odds of ten to one to have more points in a game. The interval "
        "is that of 95%, over deals."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("bots", nargs="+", metavar="BOT", help=f"2 or more of {WHO}")
        parser.add_argument("--games", type=int, default=100, metavar="N", help="default: 100")
        parser.add_argument(
            "--players", type=int, metavar="N", help="at a table; default: 4, or all if fewer"
        )
        add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        names, seed, file = (options[key] for key in ("bots", "seed", "records"))
        commands = commands_of(options["bot"])
        players = options["players"] or min(4, len(names))
        try:
            seated = tables(names, players, options["games"], seed)
        except ValueError as error:
            raise CommandError(str(error)) from error
        need_seated(names, players, commands)
        results = play_tables(seated, seed, commands, os.cpu_count() or 1, records=file is not None)
        with told_if_broken(seed, options["broken"]):
            played = list(with_progress(recorded(results, file), len(seated), "Deals played"))
        shown = league_table(played, seed)
        self.stdout.write(json.dumps(shown.to_json()) if options["json"] else _table(shown))


def _table(shown: LeagueTable) -> str:
    width = max(12, *(len(bot.name) for bot in shown.bots))
    heading = f"{'bot':<{width}} rating         games  points per round   won"
    bots = "\n".join(_line(bot, width) for bot in shown.bots)
    return f"{shown.games} games of {shown.players} players\n{heading}\n{bots}"


def _line(bot: Rated, width: int) -> str:
    return (
        f"{bot.name:<{width}} {bot.rating:6.0f} ±{bot.within:<4.0f} {bot.games:8} "
        f"{bot.points_per_round:+17.2f}  {bot.win_share:4.0%}"
    )
