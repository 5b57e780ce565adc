"""``manage.py bot_figures [MATCH …] [--rounds N]``."""

import json
import os
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.bots.arena import DealResult
from games.management import by_players, deals, experts, troupe
from games.management.figures import is_current, matches, measure, read, write
from games.management.progress import with_progress
from games.rules.cards import PLAYER_COUNTS

ROUNDS = 1_000
RATINGS = settings.BASE_DIR / "games" / "bots" / "company" / "ratings.json"


class Command(BaseCommand):
    help = (
        "Measure in the arena how strong the bots are and how long they think, and write the "
        "table in docs/bots.md. If matches are named (like expert:steady:4), only those are "
        "measured; the others keep their figures. All of them take some hours on two cores. "
        "Each figure is kept with a digest of its bots, so that --missing finds those that have "
        "changed since."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("matches", nargs="*", metavar="MATCH", help="default: all")
        parser.add_argument(
            "--rounds",
            type=int,
            help=f"rounds to deal per match; default: {ROUNDS}, with --experts and --deals by the "
            "number of players",
        )
        parser.add_argument("--seed", type=int, default=0, help="for deals and bots")
        parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
        parser.add_argument("--folder", type=Path, default=settings.BASE_DIR / "docs")
        parser.add_argument(
            "--missing",
            action="store_true",
            help="only matches not yet measured with the current bots",
        )
        parser.add_argument(
            "--experts",
            action="store_true",
            help="instead, measure experts among experts, and whether what they expect comes; "
            "matches are numbers of players",
        )
        parser.add_argument(
            "--deals",
            action="store_true",
            help="instead, measure how much the deals in which an expert looks ahead tell of what "
            "a move brings; matches are numbers of players, and --rounds is of decisions",
        )
        parser.add_argument(
            "--troupe",
            action="store_true",
            help="instead, measure how far apart the eight characters are and how they play",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        file, page = options["folder"] / "bots.json", options["folder"] / "bots.md"
        if options["troupe"]:
            self._measure_troupe(options["folder"], page, options)
            return
        if options["experts"]:
            file = options["folder"] / "experts.json"
            self._measure_by_players(experts, experts.DEALS, file, page, options)
            return
        if options["deals"]:
            file = options["folder"] / "deals.json"
            self._measure_by_players(deals, deals.DECISIONS, file, page, options)
            return
        known = matches()
        if unknown := set(options["matches"]) - set(known):
            raise CommandError(f"There is no match {', '.join(sorted(unknown))}.")
        figures = read(file)
        for key in options["matches"] or known:
            if options["missing"] and is_current(known[key], figures.get(key)):
                continue
            try:
                figures[key] = measure(
                    known[key],
                    options["rounds"] or ROUNDS,
                    options["seed"],
                    options["processes"],
                    partial(self._followed, key),
                )
            except ImportError as error:
                raise CommandError(f"{key} needs Numba: run make search.") from error
            write(file, page, figures)

    def _followed(
        self, key: str, results: Iterator[DealResult], deals: int
    ) -> Iterable[DealResult]:
        return with_progress(results, deals, f"{key}, deals played")

    def _measure_by_players(
        self,
        figures: ModuleType,
        amounts: dict[int, int],
        file: Path,
        page: Path,
        options: dict[str, Any],
    ) -> None:
        counts = [str(players) for players in PLAYER_COUNTS]
        if unknown := set(options["matches"]) - set(counts):
            raise CommandError(f"There is no figure {', '.join(sorted(unknown))}.")
        found = by_players.read(file)
        for key in options["matches"] or counts:
            players = int(key)
            now = figures.digest(players)
            if options["missing"] and found.get(key, {}).get("bots") == now:
                continue
            try:
                found[key] = figures.measure(
                    players,
                    options["rounds"] or amounts[players],
                    options["seed"],
                    options["processes"],
                )
            except ImportError as error:
                raise CommandError("Experts are measured with Numba: run make search.") from error
            figures.write(file, page, found)
            self.stderr.write(f"{key} players: {json.dumps(found[key])}")

    def _measure_troupe(self, folder: Path, page: Path, options: dict[str, Any]) -> None:
        file = folder / "troupe.json"
        # Measured into another folder, they are not those that the site shows.
        rated = RATINGS if folder == settings.BASE_DIR / "docs" else folder / RATINGS.name
        keys = troupe.all_keys()
        if unknown := set(options["matches"]) - set(keys):
            raise CommandError(f"There is no figure {', '.join(sorted(unknown))}.")
        found = troupe.read(file)
        for key in options["matches"] or keys:
            if options["missing"] and troupe.is_current(key, found.get(key)):
                continue
            found[key] = troupe.measure(
                key,
                options["rounds"] or ROUNDS,
                options["seed"],
                options["processes"],
                with_progress,
            )
            troupe.write(file, page, rated, found)
