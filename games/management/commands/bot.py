"""``manage.py bot NAME [--seed N] [--parameters DIR]``."""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.bots.filter import answer
from games.bots.registry import AHEAD, LEVELS, TROUPE, bots, get_ready
from games.bots.value.network import ParametersError


class Command(BaseCommand):
    help = (
        "Run a bot for another program: read one view (scout-view/1) per line from standard "
        "input, write one move per line to standard output."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "name",
            choices=[*bots()],
            metavar="NAME",
            help=f"{', '.join([*LEVELS, *TROUPE])}, or {AHEAD} (needs Numba: run make search)",
        )
        parser.add_argument("--seed", type=int, default=0, help="for the bot's random choices")

        parser.add_argument(
            "--parameters",
            type=Path,
            metavar="DIR",
            help="for expert: the folder with parameters from train_expert",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        name, folder = options["name"], options["parameters"]
        if folder is not None:
            if bots()[name].choose_by is None:
                raise CommandError("Only expert uses parameters.", returncode=2)
            if not folder.is_dir():
                raise CommandError(f"There is no folder {folder}.", returncode=2)
            name = f"{name}@{folder}"
        try:
            get_ready([name])
        except ImportError as error:
            raise CommandError(f"{AHEAD} needs Numba: run make search.", returncode=2) from error
        # A blank line is not a view, and is answered like any other invalid line.
        for line in sys.stdin.buffer:
            try:
                told = answer(name, line, options["seed"])
            except (FileNotFoundError, ParametersError) as error:
                raise CommandError(str(error), returncode=2) from error
            self.stdout.write(json.dumps(told))
            self.stdout.flush()
