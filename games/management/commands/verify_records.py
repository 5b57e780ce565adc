"""``manage.py verify_records FILE [--legal]``."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.management.lines import lines_of
from games.rules.records import check_line


class Command(BaseCommand):
    help = (
        "Replay records of finished games (scout-record/1, one per line) and print one JSON "
        'line for each: {"ok": true}, or the first fault with its round, move, code and '
        "sentence. Exit status 1 if any record has a fault."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="a file of records; - for standard input")
        parser.add_argument(
            "--legal", action="store_true", help="also list the legal moves before each move"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        all_ok = True
        for line in lines_of(options["file"]):
            answer = check_line(line, legal=options["legal"])
            all_ok = all_ok and answer["ok"]
            self.stdout.write(json.dumps(answer))
        if not all_ok:
            raise SystemExit(1)
