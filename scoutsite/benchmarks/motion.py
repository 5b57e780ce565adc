"""Measure how smoothly cards travel at the table.

Play each kind of move in a browser whose processor is slowed down, in a database of its own, and
print frames a second and the longest frame, from the first frame of the motion to its last. Needs
the development requirements and Chromium.
"""

import os
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError, OutputWrapper

from games.management import camera

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from games.management.film import Film

SIZE = (1280, 800)

# The times of the frames in which something of ours moves.
_TIMES = """(moving) => {
    document.times = [];
    let began = false;
    const frame = (time) => {
        const moves = Boolean(moving());
        if (moves || began) document.times.push(time);
        began ||= moves;
        if (moves || !began) requestAnimationFrame(frame);
        else document.landed = true;
    };
    requestAnimationFrame(frame);
}"""


def add_arguments(parser: ArgumentParser) -> None:
    """Add options."""
    parser.add_argument(
        "--throttle", type=float, default=4.0, help="how many times slower the processor is"
    )
    parser.add_argument("--here", action="store_true", help="use this database; it must be empty")


def run(options: dict[str, Any], stdout: OutputWrapper) -> None:
    """Print the figures."""
    camera.require_playwright()
    camera.browser_path()
    if options["here"]:
        _measure(options["throttle"], stdout)
        return
    with tempfile.TemporaryDirectory() as place:
        finished = subprocess.run(
            [
                sys.executable,
                str(settings.BASE_DIR / "manage.py"),
                *("bench", "motion", "--here", f"--throttle={options['throttle']}"),
            ],
            env={
                **os.environ,
                "DATABASE_URL": f"sqlite:///{place}/motion.sqlite3",
                "REDIS_URL": "",
                "SITE_URL": "http://localhost:8000",
                "DEBUG": "",
            },
            check=False,
            stdout=subprocess.PIPE,
            text=True,
        )
    stdout.write(finished.stdout.rstrip())
    if finished.returncode:
        raise CommandError("The motions could not be measured.")


def _measure(throttle: float, stdout: OutputWrapper) -> None:
    from games.management import film, staging

    call_command("migrate", verbosity=0)
    films = film.films()
    stdout.write("motion     frames  frames/s  longest ms")
    with (
        camera.site() as address,
        camera.browser() as browser,
        camera.visiting(
            browser, address, staging.player(), SIZE, reduced_motion="no-preference"
        ) as page,
    ):
        slow = page.context.new_cdp_session(page)
        slow.send("Emulation.setCPUThrottlingRate", {"rate": throttle})
        for each in films:
            times = _times(page, each)
            gaps = [after - before for before, after in pairwise(times)]
            rate = 1000 * len(gaps) / sum(gaps)
            stdout.write(f"{each.name:9}  {len(gaps):6}  {rate:8.0f}  {max(gaps):10.0f}")


def _times(page: "Page", film: "Film") -> list[float]:
    """Return when each frame of the motion was drawn, in milliseconds."""
    from games.management.film import MOVES

    film.begin(page)
    page.evaluate(f"({_TIMES})({MOVES})")
    film.go_on(page)
    page.wait_for_function("() => document.landed")
    times: list[float] = page.evaluate("document.times")
    return times
