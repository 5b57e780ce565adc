"""``manage.py app_pictures [--folder FOLDER]``."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from games.management import camera, drawing


class Command(BaseCommand):
    help = (
        "Draw the icons of the site and the pictures that shared links show. Needs the "
        "development requirements and Chromium."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--folder", type=Path, default=drawing.FOLDER, help="default: %(default)s"
        )
        parser.add_argument("--only", metavar="NAME", default="", help="draw this picture only")

    def handle(self, *args: Any, folder: Path, only: str, **options: Any) -> None:
        camera.require_playwright()
        camera.browser_path()
        wanted = [each for each in drawing.drawings() if only in ("", Path(each.name).stem)]
        with camera.site() as address, camera.browser() as browser:
            for name, picture in drawing.draw(wanted, address=address, opened=browser):
                file = folder / name
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(picture)
                self.stdout.write(f"{name}: {len(picture) / 1000:.1f} kB")
