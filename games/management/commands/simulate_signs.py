"""``manage.py simulate_signs``: hold the signs of unfair play against made-up people."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.order.signs.simulating.counting import Count, hold_against

_ROW = "| {:<26} | {:<34} | {:>6} | {:>6} | {:>6} | {:>6} |"


class Command(BaseCommand):
    help = (
        "Hold the signs that moderators see against made-up honest and dishonest people, and say "
        "how often each is right and how often it is a false alarm. Needs no database."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--honest", type=int, default=1000, help="honest people (1000)")
        parser.add_argument("--dishonest", type=int, default=240, help="dishonest people (240)")
        parser.add_argument("--seed", type=int, default=1, help="another seed, other people (1)")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["honest"] < 100 or options["dishonest"] < 6:
            raise CommandError("It takes 100 honest and 6 dishonest people at least.")
        counts = hold_against(
            honest=options["honest"], dishonest=options["dishonest"], seed=options["seed"]
        )
        self.stdout.write(_ROW.format("sign", "who", "of", "sign", "strong", "share"))
        self.stdout.write(_ROW.format(*["---"] * 2, *["---:"] * 4))
        for count in counts:
            if count.is_meant or count.some:
                self.stdout.write(_line(count))
        for kind in dict.fromkeys(count.kind for count in counts):
            honest = [each for each in counts if each.kind == kind and not each.is_meant]
            self.stdout.write(_line(_sum(honest), who="all others"))


def _sum(counts: list[Count]) -> Count:
    first = counts[0]
    return first._replace(
        of=sum(each.of for each in counts),
        some=sum(each.some for each in counts),
        strong=sum(each.strong for each in counts),
    )


def _line(count: Count, who: str = "") -> str:
    share = f"{100 * count.some / count.of:.1f}%"
    who = who or (f"**{count.role}**" if count.is_meant else str(count.role))
    return _ROW.format(str(count.kind.label), who, count.of, count.some, count.strong, share)
