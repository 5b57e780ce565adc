"""``manage.py fill --games N``."""

from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.utils import timezone

from games.management.filling import people, workers
from games.management.filling.days import fill_today
from games.management.filling.games import numbers_there
from games.management.filling.originals import kept_lines, play_missing
from games.management.progress import with_progress
from games.management.rebuilding import rebuild_everybody

ORIGINALS = 2_000


class Command(BaseCommand):
    help = (
        "Fill the database with finished games of made players, to see how the site copes with "
        "many. Bots really play some of the games; the rest are copies under other names and "
        "dates. As many results of today’s deal are made. The same command resumes an "
        "interrupted run."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--games", type=int, required=True, help="total number of made games")
        parser.add_argument(
            "--originals",
            type=int,
            default=ORIGINALS,
            help=f"how many of them to play (default: {ORIGINALS:,})",
        )
        parser.add_argument("--seed", type=int, default=0)
        parser.add_argument("--processes", type=int, default=2)

    def handle(
        self,
        *args: Any,
        games: int,
        originals: int,
        seed: int,
        processes: int,
        **options: Any,
    ) -> None:
        if games < 1 or originals < 1 or processes < 1:
            raise CommandError("These numbers must be 1 or more.", returncode=2)
        originals = min(originals, games)
        path = settings.VAR_DIR / "fill" / f"originals-{seed}.jsonl"
        missing = max(0, originals - len(kept_lines(path)))
        played = play_missing(path, count=originals, seed=seed, processes=processes)
        for _ in with_progress(played, missing, "Games played by bots"):
            pass
        job = workers.Job(
            seed=seed,
            games=games,
            # The same all day, so that a run can be resumed.
            until=timezone.now().replace(hour=0, minute=0, second=0, microsecond=0)
            - timedelta(days=1),
            path=path,
            originals=originals,
            people=people.make_people(people.how_many(games), seed),
        )
        there = numbers_there()
        numbers = [number for number in range(games) if number not in there]
        # SQLite has one writer at a time.
        writers = processes if connection.vendor == "postgresql" else 1
        written = workers.write_all(job, numbers, writers)
        for _ in with_progress(written, len(numbers), "Games written"):
            pass
        with connection.cursor() as cursor:
            # After so many rows at once, the database's own notes come too late for its plans.
            cursor.execute("ANALYZE")
        rebuild_everybody()
        fill_today([person.user_id for person in job.people], seed)
        self._tidy()
        self.stdout.write(f"{games:,} made games of {len(job.people):,} made players exist.")

    def _tidy(self) -> None:
        """The database would do it only over time."""
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE" if connection.vendor == "postgresql" else "ANALYZE")
