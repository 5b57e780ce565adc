"""``manage.py train_steady``."""

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from games.bots import steady_weights
from games.bots.training import Weights, train, written
from games.rules.cards import PLAYER_COUNTS

PASSES, ROUNDS, SEED = 6, 1440, 0
"""The settings for the weights that ship."""


class Command(BaseCommand):
    help = (
        "Train the weights of the bot steady from nothing, for 2 to 5 players, and write the "
        "module games/bots/steady_weights.py. Takes some minutes on two cores. With --players, "
        "only those are trained, and printed instead: the module names one command that makes "
        "all of it."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--passes", type=int, default=PASSES, help=f"default: {PASSES}")
        parser.add_argument(
            "--rounds", type=int, default=ROUNDS, help=f"per pass; default: {ROUNDS}"
        )
        parser.add_argument("--seed", type=int, default=SEED)
        parser.add_argument(
            "--players",
            type=int,
            choices=PLAYER_COUNTS,
            action="append",
            help="train only these, and write no module; default: all",
        )
        parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)

    def handle(self, *args: Any, **options: Any) -> None:
        weights: dict[int, Weights] = {}
        passes, rounds, seed = options["passes"], options["rounds"], options["seed"]
        for players in options["players"] or PLAYER_COUNTS:
            for found in train(players, passes, rounds, seed, options["processes"]):
                weights[players] = found.weights
                self.stderr.write(
                    f"{players} players, pass {found.number + 1} of {passes}: "
                    f"{found.decisions} decisions, {found.margin:+.2f} against easy beforehand"
                )
        module = written(weights, command(passes, rounds, seed))
        if options["players"]:
            self.stdout.write(module)
        else:
            Path(steady_weights.__file__).write_text(module)


def command(passes: int = PASSES, rounds: int = ROUNDS, seed: int = SEED) -> str:
    """Return the command that trains every number of players."""
    return f"manage.py train_steady --passes {passes} --rounds {rounds} --seed {seed}"
