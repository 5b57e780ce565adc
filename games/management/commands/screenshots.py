"""``manage.py screenshots [--folder FOLDER]``."""

import os
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from games.management import camera, film, staging
from games.management.camera import Shot

FOLDER = settings.BASE_DIR / "docs" / "screenshots"


class Command(BaseCommand):
    help = (
        "Take screenshots of the real pages at 1280 and 390 pixels, light and dark, and strips "
        "of frames of each motion, with prepared games in a temporary database. Needs the "
        "development requirements and Chromium."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--folder", type=Path, default=FOLDER, help="default: %(default)s")
        parser.add_argument(
            "--only", metavar="NAME", default="", help="take this picture only; motion: all strips"
        )
        parser.add_argument(
            "--here", action="store_true", help="use this database, which must be empty"
        )

    def handle(self, *args: Any, folder: Path, only: str, here: bool, **options: Any) -> None:
        camera.require_playwright()
        camera.browser_path()
        folder.mkdir(parents=True, exist_ok=True)
        if here:
            self._take(folder, only)
        else:
            _in_a_place_of_its_own(folder, only)

    def _take(self, folder: Path, only: str) -> None:
        call_command("migrate", verbosity=0)
        shots = [shot for shot in _shots() if only in ("", shot.name)]
        with camera.site() as address, camera.browser() as browser:
            taken = [
                file.stat().st_size
                for file in camera.take(
                    shots, address=address, user=staging.player(), opened=browser, folder=folder
                )
            ]
            if only == "" or only.startswith("motion"):
                taken += [
                    file.stat().st_size
                    for file in film.shoot(
                        only.removeprefix("motion").removeprefix("-"),
                        address=address,
                        user=staging.player(),
                        opened=browser,
                        folder=folder,
                    )
                ]
        self.stdout.write(f"{len(taken)} pictures, {sum(taken) / 1e6:.1f} MB, in {folder}")


def _in_a_place_of_its_own(folder: Path, only: str) -> None:
    with tempfile.TemporaryDirectory() as place:
        environment = {
            **os.environ,
            "DATABASE_URL": f"sqlite:///{place}/pictures.sqlite3",
            "REDIS_URL": "",
            "SITE_URL": "http://localhost:8000",
            "DEBUG": "",
        }
        finished = subprocess.run(
            [
                sys.executable,
                str(settings.BASE_DIR / "manage.py"),
                "screenshots",
                "--here",
                f"--folder={folder.resolve()}",
                f"--only={only}",
            ],
            env=environment,
            check=False,
        )
    if finished.returncode:
        raise CommandError("The pictures could not be taken.")


def _shots() -> list[Shot]:
    def table(name: str, address: str, *presses: str) -> Shot:
        return Shot(name, address, presses)

    four, five, two = (
        f"/games/{game.public_id}/"
        for game in (staging.four_players(), staging.five_players(), staging.two_players())
    )
    choosing, between, over = (
        f"/games/{game.public_id}/"
        for game in (staging.choosing(), staging.after_a_round(), staging.finished())
    )
    return [
        Shot("landing", "/welcome/", whole=True),
        Shot("home", "/"),
        Shot("bots", "/play/?pick=even", whole=True),
        Shot("waiting", f"/games/{staging.waiting().public_id}/"),
        Shot("rules", "/rules/"),
        Shot("lesson", "/learn/", (".pick >> nth=0", ".pick >> nth=1")),
        table("table", four, "#pick-1-3"),
        table("table-illegal", four, "label:has(#card-3)", "label:has(#card-4)"),
        table("table-scouting", four, "#end-right"),
        table("table-both", four, "#do-both", "#end-right", "#do-next"),
        table("table-five", five),
        table("table-two", two),
        table("orientation", choosing),
        table("last-frame", between, "#see-scores", "#curtain"),
        table("round-end", between, "#see-scores"),
        table("game-end", over),
        Shot("my-games", "/games/"),
        Shot("not-found", "/nowhere/"),
    ]
