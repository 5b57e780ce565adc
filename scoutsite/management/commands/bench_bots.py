"""``manage.py bench_bots [--bot NAME] [--moves N] [--waits N]``."""

import os
import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.test import override_settings

from games.bots.registry import AHEAD, BOTS, get_ready
from games.management.positions import answers
from games.play.thinking import MOVE_SECONDS
from games.rules.cards import PLAYER_COUNTS
from scoutsite.benchmarks.waits import measure_waits

WAIT_SECONDS = 3.0
"""So long a person should wait for the bots at most, 95 times of 100."""


class Command(BaseCommand):
    help = (
        "Measure a bot at random positions: whether its moves are legal and in time, and the time "
        "for one. And how long a person at a table of five waits for four of them, over the real "
        "services, in a database of its own. Exit status 1 if a move was not legal, or took longer "
        f"than the {MOVE_SECONDS:g} seconds that the site gives a bot, or if people wait longer "
        f"than {WAIT_SECONDS:g} seconds at the 95th percentile."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        names = [*sorted(BOTS), AHEAD]
        parser.add_argument("--bot", choices=names, default="expert", metavar="NAME")
        parser.add_argument("--moves", type=int, default=10_000, help="default: 10000")
        parser.add_argument("--waits", type=int, default=200, help="default: 200")
        parser.add_argument("--seed", type=int, default=0)

    def handle(self, *args: Any, **options: Any) -> None:
        bot, waits = options["bot"], options["waits"]
        try:
            get_ready([bot])
        except ImportError as error:
            raise CommandError(f"{AHEAD} needs Numba: make search.") from error
        fine = self._positions(bot, options["moves"], options["seed"])
        if waits:
            self.stdout.write()
            fine = self._waits(bot, waits) and fine
        if not fine:
            sys.exit(1)

    def _positions(self, bot: str, moves: int, seed: int) -> bool:
        self.stdout.write(f"{bot} at random positions")
        self.stdout.write("players  moves  illegal  ms median  ms p95  ms worst")
        illegal, slowest = 0, 0.0
        for players in PLAYER_COUNTS:
            found = answers(bot, players, max(20, moves // len(PLAYER_COUNTS)), seed)
            illegal += found.illegal
            slowest = max(slowest, found.slowest)
            self.stdout.write(
                f"{players:7}  {found.moves:5}  {found.illegal:7}  {found.median:9.1f}  "
                f"{found.p95:6.1f}  {found.slowest:8.1f}"
            )
        late = slowest > 1000 * MOVE_SECONDS
        self.stdout.write(
            f"{illegal or 'None'} illegal; the slowest move took {slowest:.1f} ms, "
            f"{'longer than' if late else 'within'} the {MOVE_SECONDS:g} s that a bot has."
        )
        return not (illegal or late)

    def _waits(self, bot: str, waits: int) -> bool:
        test = connection.settings_dict["TEST"]
        test["NAME"] = f"bench_bots_{os.getpid()}"
        if connection.vendor == "sqlite":
            test["NAME"] = str(settings.VAR_DIR / f"{test['NAME']}.sqlite3")
        before = str(connection.settings_dict["NAME"])
        connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
        try:
            with override_settings(EXPERT_LOOKS_AHEAD=bot == AHEAD):
                level = "expert" if bot == AHEAD else bot
                found = measure_waits(players=5, level=level, waits=waits)
        finally:
            connection.creation.destroy_test_db(before, verbosity=0)
        self.stdout.write(
            f"A table with four of {bot}: the round of bots took {found.median:.2f} s at the "
            f"median, {found.p95:.2f} s at the 95th percentile, {found.worst:.2f} s at the most "
            f"({found.waits} times). At the 95th percentile it should be below {WAIT_SECONDS:g} s: "
            f"{'it is' if found.p95 < WAIT_SECONDS else 'it is not'}."
        )
        return found.p95 < WAIT_SECONDS
