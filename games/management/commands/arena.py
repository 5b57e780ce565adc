"""``manage.py arena BOT BOT [BOT …]``."""

import json
import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.bots.arena import BrokenMatchError, MatchMoment, MatchReport, play_deals, report
from games.bots.registry import AHEAD, LEVELS, TROUPE, bots, get_ready
from games.bots.value.network import ParametersError, folder_of, load, parameter_file
from games.management.progress import with_progress

PROGRAM = "cmd:"


class Command(BaseCommand):
    help = (
        "Let bots play whole games against each other: N deals, each in every rotation of the "
        "seats, which cancels the luck of the deal. Prints each bot's points per round with the "
        "95% interval (over deals), its margin over the other bots, its share of games won "
        "(shared victories count in part) and its time per move."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "bots",
            nargs="+",
            metavar="BOT",
            help=f"2 to 5 of {', '.join([*LEVELS, *TROUPE])}, a --bot, {AHEAD} (needs Numba: make "
            "search), or "
            f"expert@DIR, {AHEAD}@DIR: with parameters from train_expert in DIR",
        )
        parser.add_argument("--games", type=int, default=100, metavar="N", help="default: 100")
        parser.add_argument("--seed", type=int, default=0, help="for deals and bots")
        parser.add_argument("--json", action="store_true", help="print one JSON object")
        parser.add_argument(
            "--bot",
            action="append",
            default=[],
            metavar="NAME=cmd:COMMAND",
            help="an external program that reads views and writes moves, like manage.py bot",
        )
        parser.add_argument(
            "--broken",
            type=Path,
            default=settings.BASE_DIR / "var" / "arena-broken.jsonl",
            metavar="FILE",
            help="where to write the view at which a bot broke the rules, the protocol or its time "
            "limit; default: var/arena-broken.jsonl",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        names, games = options["bots"], options["games"]
        commands = dict(_named_command(value) for value in options["bot"])
        if not 2 <= len(names) <= 5:
            raise CommandError("The arena takes 2 to 5 bots.")
        if games < 1:
            raise CommandError("The arena plays at least 1 game.")
        ours = bots()
        for name in names:
            bot, _, folder = name.partition("@")
            if folder and bot in ours and ours[bot].choose_by:
                _need_parameters(len(names), folder_of(name))
            elif name not in {*ours, *commands}:
                raise CommandError(f"There is no bot {name}.")
        try:
            get_ready(set(names) - set(commands))
        except ImportError as error:
            raise CommandError(f"{AHEAD} needs Numba: run make search.") from error
        results = play_deals(names, games, options["seed"], commands, os.cpu_count() or 1)
        try:
            played = list(with_progress(results, games, "Deals played"))
        except BrokenMatchError as error:
            raise CommandError(_told(error, options["seed"], options["broken"])) from error
        shown = report(names, played)
        self.stdout.write(json.dumps(shown.to_json()) if options["json"] else _table(shown))


def _named_command(value: str) -> tuple[str, str]:
    name, _, command = value.partition("=")
    command, is_program = command.removeprefix(PROGRAM), command.startswith(PROGRAM)
    if not name or not is_program or not command.strip():
        raise CommandError(f"{value!r} is not NAME=cmd:COMMAND.")
    return name, command


def _need_parameters(players: int, folder: Path) -> None:
    file = parameter_file(players, folder)
    if not file.is_file():
        raise CommandError(f"There are no parameters for {players} players: {file}")
    try:
        load(players, folder)
    except ParametersError as error:
        raise CommandError(str(error)) from error


def _told(error: BrokenMatchError, seed: int, file: Path) -> str:
    place = error.place
    if place is None:
        return error.what
    return f"{error.what}\n{_where(place, seed)}\n{_kept(place, file)}"


def _where(place: MatchMoment, seed: int) -> str:
    return (
        f"This happened in deal {place.deal.split()[-1]} of the match with seed {seed}, rotation "
        f"{place.rotation}, round {place.round}, seat {place.seat} (all counted from 0)."
    )


def _kept(place: MatchMoment, file: Path) -> str:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"{place.view}\n")
    except OSError as error:
        return f"The view could not be saved: {error}"
    return f"The view to answer is in {file}: give it to your program to try again."


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
