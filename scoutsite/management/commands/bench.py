"""``manage.py bench [--seconds S] [--only rules|engine]``."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.rules.cards import PLAYER_COUNTS
from scoutsite.benchmarks.board import milliseconds_of_a_board
from scoutsite.benchmarks.rules import measure, measure_engine


class Command(BaseCommand):
    help = (
        "Measure the rules: moves and playouts a second at uniformly random play, all legal moves "
        "listed and one applied, on one core, beside a fixed reference loop. And the table: the "
        "CPU time to make a board and write its HTML. And the compiled engine that the bot expert "
        "is trained in, where Numba is installed (make search): the first time compiling it takes "
        "half a minute."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--seconds", type=float, default=3.0, help="how long for each number of players"
        )
        parser.add_argument("--only", choices=("rules", "engine"), help="default: both")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["only"] != "engine":
            self._rules_and_board(options["seconds"])
        if options["only"] is None:
            self.stdout.write()
        if options["only"] != "rules":
            self._engine(options["seconds"])

    def _rules_and_board(self, seconds: float) -> None:
        self.stdout.write(
            "players  moves/s  playouts/s  legal moves  reference steps/s  moves a step  board ms"
        )
        for players in PLAYER_COUNTS:
            speed = measure(players, seconds)
            board = milliseconds_of_a_board(players, seconds / 3)
            ratio = speed.moves_per_second / speed.reference_per_second
            self.stdout.write(
                f"{players:7}  {speed.moves_per_second:7,.0f}  {speed.playouts_per_second:10,.0f}  "
                f"{speed.listed:11.1f}  {speed.reference_per_second:17,.0f}  {ratio:12.2f}  "
                f"{board:8.2f}"
            )

    def _engine(self, seconds: float) -> None:
        self.stdout.write("players  engine moves/s  engine playouts/s")
        for players in PLAYER_COUNTS:
            try:
                speed = measure_engine(players, seconds)
            except ImportError:
                self.stdout.write(
                    "Numba is not installed: after make search the engine is measured."
                )
                return
            self.stdout.write(
                f"{players:7}  {speed.moves_per_second:14,.0f}  {speed.playouts_per_second:17,.0f}"
            )
