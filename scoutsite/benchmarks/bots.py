"""Measure bots' moves at random positions, and how long a person waits for four of them.

Play as the site does, in a temporary database. Exit with 1 if a move was illegal or too slow, or if
people wait too long at the 95th percentile.
"""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError, OutputWrapper
from django.test import override_settings

from games.bots.registry import AHEAD, bots, get_ready
from games.management.positions import answers
from games.play.thinking import MOVE_SECONDS
from games.rules.cards import PLAYER_COUNTS
from scoutsite.benchmarks.databases import own_database
from scoutsite.benchmarks.waits import measure_waits

WAIT_SECONDS = 3.0
"""In seconds, at the 95th percentile."""


def add_arguments(parser: ArgumentParser) -> None:
    """Add options."""
    parser.add_argument(
        "--bot",
        nargs="+",
        choices=[*bots()],
        default=["expert"],
        metavar="NAME",
        help="one or more; default: expert",
    )
    parser.add_argument("--moves", type=int, default=10_000, help="of each bot; default: 10000")
    parser.add_argument("--waits", type=int, default=200, help="for each bot; default: 200")
    parser.add_argument("--seed", type=int, default=0)


def run(options: dict[str, Any], stdout: OutputWrapper) -> None:
    """Print the figures; exit with 1 if they are bad."""
    named, waits = options["bot"], options["waits"]
    try:
        get_ready(named)
    except ImportError as error:
        raise CommandError(f"{AHEAD} needs Numba: make search.") from error
    fine = True
    for bot in named:
        fine = _positions(bot, options["moves"], options["seed"], stdout) and fine
        if waits:
            fine = _waits(bot, waits, stdout) and fine
        stdout.write()
    if not fine:
        sys.exit(1)


def _positions(bot: str, moves: int, seed: int, stdout: OutputWrapper) -> bool:
    stdout.write(f"{bot} at random positions")
    stdout.write("players  moves  illegal  ms median  ms p95  ms worst")
    illegal, slowest = 0, 0.0
    for players in PLAYER_COUNTS:
        found = answers(bot, players, max(20, moves // len(PLAYER_COUNTS)), seed)
        illegal += found.illegal
        slowest = max(slowest, found.slowest)
        stdout.write(
            f"{players:7}  {found.moves:5}  {found.illegal:7}  {found.median:9.1f}  "
            f"{found.p95:6.1f}  {found.slowest:8.1f}"
        )
    late = slowest > 1000 * MOVE_SECONDS
    stdout.write(
        f"{illegal or 'None'} illegal; the slowest move took {slowest:.1f} ms, "
        f"{'longer than' if late else 'within'} the {MOVE_SECONDS:g} s allowed."
    )
    return not (illegal or late)


def _waits(bot: str, waits: int, stdout: OutputWrapper) -> bool:
    ahead = bot == AHEAD
    with own_database("bots"), override_settings(EXPERT_LOOKS_AHEAD=ahead):
        found = measure_waits(players=5, level="expert" if ahead else bot, waits=waits)
    stdout.write(
        f"At a table with four of {bot}, the round of bots took {found.median:.2f} s at the "
        f"median, {found.p95:.2f} s at the 95th percentile, {found.worst:.2f} s at most "
        f"({found.waits} times). At the 95th percentile it should be below {WAIT_SECONDS:g} s: "
        f"{'it is' if found.p95 < WAIT_SECONDS else 'it is not'}."
    )
    return found.p95 < WAIT_SECONDS
