"""``manage.py bench WHAT``, where WHAT is one of ``BENCHMARKS``."""

from argparse import ArgumentParser
from importlib import import_module
from types import ModuleType
from typing import Any

from django.core.management.base import BaseCommand

BENCHMARKS = (
    "rules",
    "move",
    "mail",
    "bots",
    "reviews",
    "archive",
    "streams",
    "open_streams",
    "motion",
    "desk",
    "languages",
)
"""Modules with a docstring, ``add_arguments`` and ``run``."""


class Command(BaseCommand):
    help = "Measure a part of the site. `bench WHAT --help` says how, and lists the options."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        choices = parser.add_subparsers(dest="what", metavar="WHAT")
        for name in BENCHMARKS:
            benchmark = _benchmark(name)
            description = benchmark.__doc__ or ""
            own = choices.add_parser(
                name, help=description.partition("\n")[0], description=description
            )
            benchmark.add_arguments(own)

    def handle(self, *args: Any, **options: Any) -> None:
        if options["what"] is None:
            self.print_help("manage.py", "bench")
        else:
            _benchmark(options["what"]).run(options, self.stdout)


def _benchmark(name: str) -> ModuleType:
    """Import late: some take a while."""
    return import_module(f"scoutsite.benchmarks.{name}")
