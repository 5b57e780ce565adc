"""``manage.py train_expert``."""

import json
import os
import shutil
from argparse import ArgumentParser
from dataclasses import asdict
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.bots.value.network import FOLDER, parameter_file
from games.rules.cards import PLAYER_COUNTS

if TYPE_CHECKING:
    from games.bots.fast.plan import Plan

CURVE = "learning_curve.jsonl"
GENERATIONS = {2: 300, 3: 400, 4: 400, 5: 1000}
"""Of a training, by number of players; with several nets, of each and again of the joined one."""
NETS = {2: 1, 3: 1, 4: 1, 5: 4}
SHARPENED = {2: 0, 3: 0, 4: 0, 5: 600}
"""Generations more, alone among the experts before."""
DECISIONS = 32_000


class Command(BaseCommand):
    help = (
        "Train the parameters of the bot expert in a league, for 2 to 5 players, and write "
        "them and the learning curve at the end. The same command resumes an interrupted run: "
        "numbers of players that were finished are not trained again unless the code has "
        "changed. The partners use the weights of steady, so run train_steady first. Needs "
        "Numba: run make search."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--generations", type=int, help="default: as for those that ship")
        parser.add_argument(
            "--decisions",
            type=int,
            help=f"per generation; default: {DECISIONS}, with --against one seat's share of them",
        )
        parser.add_argument("--seed", type=int, default=0)
        parser.add_argument(
            "--nets",
            type=int,
            help="train so many nets, with one seed after another, and go on with their mean as "
            "one net; default: as for those that ship",
        )
        parser.add_argument(
            "--sharpen",
            metavar="GENERATIONS",
            type=int,
            help="in the end, train so many generations more, alone among the experts before "
            "this one; default: as for those that ship",
        )
        parser.add_argument(
            "--against",
            metavar="EXPERT",
            help="instead of in the league, train the best answer to experts at all other seats: "
            "to expert, or expert@DIR with the parameters in DIR; needs --into",
        )
        parser.add_argument(
            "--players", type=int, choices=PLAYER_COUNTS, action="append", help="default: all"
        )
        parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
        parser.add_argument(
            "--into",
            type=Path,
            default=FOLDER,
            help="folder for the parameters; default: where the bot reads them",
        )
        parser.add_argument(
            "--work",
            type=Path,
            default=settings.BASE_DIR / "var" / "expert",
            help="folder for checkpoints and finished parts; default: var/expert",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if find_spec("numba") is None:
            raise CommandError(
                "Training needs Numba: run make search, or pip install -r requirements-search.txt."
            )
        into, work = options["into"], options["work"]
        if options["against"] and into == FOLDER:
            raise CommandError("An answer to the expert does not take its place: name --into.")
        if options["against"] and (options["nets"] or options["sharpen"]):
            raise CommandError("An answer begins as the expert: leave out --nets and --sharpen.")
        counts = dict.fromkeys(options["players"] or PLAYER_COUNTS)
        for players in counts:
            self._train(_plan(players, options), work, options["threads"], f"{players} players")
        into.mkdir(parents=True, exist_ok=True)
        for players in counts:
            shutil.move(parameter_file(players, work), parameter_file(players, into))
            _write_curve(into / CURVE, players, _curve_file(players, work).read_text().splitlines())
            _curve_file(players, work).unlink()
            for part in work.glob(f"net-{players}-*"):
                shutil.rmtree(part)

    def _train(self, plan: "Plan", work: Path, threads: int, name: str) -> None:
        from games.bots.fast.training import train

        if _is_done(plan, work):
            self.stderr.write(f"{name}: already done")
            return
        for part in plan.parts(work):
            self._train(part.plan, part.folder, threads, f"{name}, {part.name}")
        usual = "the experts before" if plan.sharpened else "players like steady"
        others = plan.against or usual
        curve = []
        for line in train(plan, work, threads):
            curve.append(f"{json.dumps(asdict(line))}\n")
            _curve_file(plan.players, work).write_text("".join(curve))
            self.stderr.write(
                f"{name}, generation {line.generation} of {plan.length}: "
                f"error {line.error:.2f}, {line.margin:+.2f} points a round above {others}"
            )


def _plan(players: int, options: dict[str, Any]) -> "Plan":
    from games.bots.fast.plan import Plan

    against = options["against"] or ""
    generations = GENERATIONS[players]
    if against:
        # An answer learns for as long as the expert did.
        stages = 2 if NETS[players] > 1 else 1
        return Plan(
            players,
            options["generations"] or stages * generations + SHARPENED[players],
            options["decisions"] or DECISIONS // players,
            options["seed"],
            against,
        )
    sharpened = options["sharpen"]
    return Plan(
        players,
        options["generations"] or generations,
        options["decisions"] or DECISIONS,
        options["seed"],
        nets=options["nets"] or NETS[players],
        sharpened=SHARPENED[players] if sharpened is None else sharpened,
    )


def _curve_file(players: int, work: Path) -> Path:
    return work / f"curve-{players}.jsonl"


def _is_done(plan: "Plan", work: Path) -> bool:
    file = parameter_file(plan.players, work)
    if not (file.exists() and _curve_file(plan.players, work).exists()):
        return False
    from games.bots.fast.training import was_made_by

    with np.load(file) as kept:
        return was_made_by(plan, kept)


def _write_curve(file: Path, players: int, curve: list[str]) -> None:
    kept = file.read_text().splitlines() if file.exists() else []
    others = [line for line in kept if json.loads(line)["players"] != players]
    lines = sorted([*others, *curve], key=lambda line: int(json.loads(line)["players"]))
    file.write_text("".join(f"{line}\n" for line in lines))
