"""Compare pages about finished games on a small and a large database, as made by `fill`.

Print each page's queries and median time. Exit with 1 if the large database needs more queries or
much more time.
"""

import json
import os
import subprocess
import sys
from argparse import ArgumentParser
from contextlib import ExitStack
from statistics import median
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, OutputWrapper

from games.management.progress import with_progress
from scoutsite.benchmarks.archive_pages import Reader, games_there

MOST_TIMES = 1.3
"""The most times longer that a page may take with the large database."""


def add_arguments(parser: ArgumentParser) -> None:
    """Add options."""
    what = "as DATABASE_URL names it"
    parser.add_argument("small", nargs="?", help=f"the database with few games, {what}")
    parser.add_argument("large", nargs="?", help=f"the database with many games, {what}")
    parser.add_argument("--rounds", type=int, default=40, help="requests per page")
    parser.add_argument(
        "--reader",
        action="store_true",
        help="measure the database of DATABASE_URL (used by this command itself)",
    )


def run(options: dict[str, Any], stdout: OutputWrapper) -> None:
    """Print a table of pages; exit with 1 if one grows with the games."""
    if options["reader"]:
        _answer(stdout)
        return
    if not (options["small"] and options["large"]) or options["rounds"] < 1:
        raise CommandError("Name two databases, and measure at least one round.", returncode=2)
    with ExitStack() as stack:
        small, large = (stack.enter_context(_Asked(options[name])) for name in ("small", "large"))
        if not _compare(small, large, options["rounds"], stdout):
            sys.exit(1)


def _answer(stdout: OutputWrapper) -> None:
    reader = Reader()
    # First requests may fill a cache, so they don't count.
    for page in reader.pages:
        reader.seconds(page)
    queries = [reader.queries(page) for page in reader.pages]
    _say({"games": games_there(), "pages": [page.name for page in reader.pages]}, stdout)
    for line in sys.stdin:
        number = json.loads(line)
        seconds = reader.seconds(reader.pages[number])
        _say({"queries": queries[number], "seconds": seconds}, stdout)


def _say(value: object, stdout: OutputWrapper) -> None:
    stdout.write(json.dumps(value))
    stdout.flush()


def _compare(small: "_Asked", large: "_Asked", rounds: int, stdout: OutputWrapper) -> bool:
    asked = [number for _ in range(rounds) for number in range(len(small.pages))]
    measured: dict[int, list[tuple[dict[str, float], dict[str, float]]]] = {}
    for number in with_progress(asked, len(asked), "Measured"):
        measured.setdefault(number, []).append((small.ask(number), large.ask(number)))
    both = f"{small.games:,} games | {large.games:,} games"
    stdout.write(f"| page | queries, {both} | ms, {both} | times |")
    stdout.write("| --- | ---: | ---: | ---: | ---: | ---: |")
    fine = True
    for number, name in enumerate(small.pages):
        pairs = measured[number]
        queries = [max(int(pair[side]["queries"]) for pair in pairs) for side in (0, 1)]
        times = [median(pair[side]["seconds"] for pair in pairs) for side in (0, 1)]
        ratio = times[1] / times[0]
        fine &= queries[1] <= queries[0] and ratio <= MOST_TIMES
        stdout.write(
            f"| {name} | {queries[0]} | {queries[1]} | {1000 * times[0]:.1f} "
            f"| {1000 * times[1]:.1f} | {ratio:.2f} |"
        )
    return fine


class _Asked:
    def __init__(self, database: str) -> None:
        manage = str(settings.BASE_DIR / "manage.py")
        self._process = subprocess.Popen(
            [sys.executable, manage, "bench", "archive", "--reader"],
            # Rate limits are off, because requests come faster than they allow.
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
        assert self._process.stdin is not None
        self._process.stdin.write(f"{page}\n".encode())
        self._process.stdin.flush()
        answer: dict[str, float] = self._read()
        return answer

    def _read(self) -> Any:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise CommandError("A database could not be measured: see above.")
        return json.loads(line)
