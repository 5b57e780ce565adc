"""``manage.py practice_positions [--seed N] [--of-each N]``."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from games.management.starters import bots_positions
from games.practice.positions import to_json
from games.practice.starters import FILE


class Command(BaseCommand):
    help = (
        "Let bots play games, and write the positions for practice that come with the site: of "
        "each kind, for each number of players. The same seed gives the same positions. It takes a "
        "minute or two. They reach the database with the next manage.py migrate."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--of-each", type=int, default=3)
        parser.add_argument("--to", type=Path, default=FILE, help="the file to write")

    def handle(self, *args: Any, **options: Any) -> None:
        found = bots_positions(seed=options["seed"], of_each=options["of_each"])
        lines = [json.dumps(to_json(each), separators=(",", ":")) for each in found]
        options["to"].write_text("".join(f"{line}\n" for line in lines))
        self.stdout.write(f"{len(found)} positions, to {options['to'].name}.")
