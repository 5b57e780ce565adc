"""``manage.py bench_streams``: how fast a move reaches open streams."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scoutsite.benchmarks.streams import PLAYERS, measure


class Command(BaseCommand):
    help = (
        "Fill an empty database (DATABASE_URL) with games, serve it, hold a stream open for every "
        "player, and measure how long a move takes from being sent to being heard of."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--games", type=int, default=250, help="default: %(default)s")
        parser.add_argument("--rate", type=float, default=10, help="moves a second (%(default)s)")
        parser.add_argument("--seconds", type=float, default=20, help="default: %(default)s")

    def handle(self, *args: Any, games: int, rate: float, seconds: float, **options: Any) -> None:
        """Measure and print."""
        try:
            found = measure(games=games, rate=rate, seconds=seconds)
        except ValueError as error:
            raise CommandError(str(error)) from None
        self.stdout.write(
            f"{games * PLAYERS} streams, {rate:g} moves a second: heard {found.heard} times, "
            f"median {found.median:.0f} ms, 95th percentile {found.p95:.0f} ms, "
            f"worst {found.worst:.0f} ms"
        )
