"""``manage.py bench_archive SMALL LARGE``."""

import json
import os
import subprocess
import sys
from argparse import ArgumentParser
from contextlib import ExitStack
from statistics import median
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.management.progress import with_progress
from scoutsite.benchmarks.archive_pages import Reader, games_there

MOST_TIMES = 1.3
"""So many times as long may a page take with the large database."""


class Command(BaseCommand):
    help = (
        "Measure pages about finished games on two databases that `fill` has filled, one with few "
        "games, one with many: queries, and the median of the time. Both are asked in turns, so "
        "that a busy machine slows both. Exit status 1 if a page makes more queries with many "
        f"games, or takes more than {MOST_TIMES} times as long."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        what = "as DATABASE_URL names it"
        parser.add_argument("small", nargs="?", help=f"the database with few games, {what}")
        parser.add_argument("large", nargs="?", help=f"the database with many games, {what}")
        parser.add_argument("--rounds", type=int, default=40, help="requests for each page")
        parser.add_argument(
            "--reader",
            action="store_true",
            help="answer questions about the database of DATABASE_URL (what this command runs)",
        )

    def handle(self, *args: Any, rounds: int, **options: Any) -> None:
        if options["reader"]:
            self._answer()
            return
        if not (options["small"] and options["large"]) or rounds < 1:
            raise CommandError("Two databases are needed, and a round at least.", returncode=2)
        with ExitStack() as stack:
            small, large = (
                stack.enter_context(_Asked(options[name])) for name in ("small", "large")
            )
            if not self._compare(small, large, rounds):
                sys.exit(1)

    def _answer(self) -> None:
        """Say what there is, then measure the pages whose numbers come in, one a line."""
        reader = Reader()
        # The first request may fill a cache, and is not the one that counts.
        for page in reader.pages:
            reader.seconds(page)
        queries = [reader.queries(page) for page in reader.pages]
        self._say({"games": games_there(), "pages": [page.name for page in reader.pages]})
        for line in sys.stdin:
            number = json.loads(line)
            seconds = reader.seconds(reader.pages[number])
            self._say({"queries": queries[number], "seconds": seconds})

    def _say(self, value: object) -> None:
        self.stdout.write(json.dumps(value))
        self.stdout.flush()

    def _compare(self, small: "_Asked", large: "_Asked", rounds: int) -> bool:
        asked = [number for _ in range(rounds) for number in range(len(small.pages))]
        measured: dict[int, list[tuple[dict[str, float], dict[str, float]]]] = {}
        for number in with_progress(asked, len(asked), "Measured", self.stderr):
            measured.setdefault(number, []).append((small.ask(number), large.ask(number)))
        both = f"{small.games:,} games | {large.games:,} games"
        self.stdout.write(f"| page | queries, {both} | ms, {both} | times |")
        self.stdout.write("| --- | ---: | ---: | ---: | ---: | ---: |")
        fine = True
        for number, name in enumerate(small.pages):
            pairs = measured[number]
            queries = [max(int(pair[side]["queries"]) for pair in pairs) for side in (0, 1)]
            times = [median(pair[side]["seconds"] for pair in pairs) for side in (0, 1)]
            ratio = times[1] / times[0]
            fine &= queries[1] <= queries[0] and ratio <= MOST_TIMES
            self.stdout.write(
                f"| {name} | {queries[0]} | {queries[1]} | {1000 * times[0]:.1f} "
                f"| {1000 * times[1]:.1f} | {ratio:.2f} |"
            )
        return fine


class _Asked:
    """A process that serves one of the databases, and answers how long its pages take."""

    def __init__(self, database: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, str(settings.BASE_DIR / "manage.py"), "bench_archive", "--reader"],
            # More is asked in a minute than anybody is allowed to.
            env={**os.environ, "DATABASE_URL": database, "LIMITS": "off"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def __enter__(self) -> "_Asked":
        there = self._read()
        self.games: int = there["games"]
        self.pages: list[str] = there["pages"]
        return self

    def __exit__(self, *error: object) -> None:
        self._process.kill()
        self._process.communicate()

    def ask(self, page: int) -> dict[str, float]:
        """Queries and seconds of a page."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{page}\n".encode())
        self._process.stdin.flush()
        answer: dict[str, float] = self._read()
        return answer

    def _read(self) -> Any:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise CommandError("A database could not be measured; see above.")
        return json.loads(line)
