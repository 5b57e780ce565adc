"""``manage.py bot NAME [--seed N] [--parameters DIR]``."""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.bots.filter import answer
from games.bots.registry import AHEAD, BOTS, get_ready
from games.bots.value.network import ParametersError


class Command(BaseCommand):
    help = (
        "Be a bot for another program: read one view (scout-view/1) a line from standard input, "
        "write one move a line to standard output."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "name",
            choices=[*sorted(BOTS), AHEAD],
            metavar="NAME",
            help=f"{', '.join(BOTS)}, or {AHEAD} (needs Numba: make search)",
        )
        parser.add_argument("--seed", type=int, default=0, help="what the bot's draws depend on")

        parser.add_argument(
            "--parameters",
            type=Path,
            metavar="DIR",
            help="for expert: the folder that train_expert wrote its parameters into",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        name, folder = options["name"], options["parameters"]
        if folder is not None:
            if name not in ("expert", AHEAD):
                raise CommandError("Only expert plays by parameters.", returncode=2)
            if not folder.is_dir():
                raise CommandError(f"There is no folder {folder}.", returncode=2)
            name = f"{name}@{folder}"
        try:
            get_ready([name])
        except ImportError as error:
            raise CommandError(f"{AHEAD} needs Numba: make search.", returncode=2) from error
        # A line that is empty is one that is no view, and is answered like any other.
        for line in sys.stdin.buffer:
            try:
                told = answer(name, line, options["seed"])
            except (FileNotFoundError, ParametersError) as error:
                raise CommandError(str(error), returncode=2) from error
            self.stdout.write(json.dumps(told))
            self.stdout.flush()
