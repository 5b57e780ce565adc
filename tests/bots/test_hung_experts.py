"""A process in which an expert hangs is ended, and its games go on."""

import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from scoutsite.celery import EXPERTS
from tests.bots.test_at_the_table import choose_orientation, waits_for_the_player
from tests.tables import bot_game
from tests.workers import StartWorker, wait_until

PROGRAM = """
import os, threading, time
os.environ["DJANGO_SETTINGS_MODULE"] = "scoutsite.settings"
from games.play import thinking
thinking.HUNG_SECONDS = {hung}
{prepare}
late = threading.Event()
try:
    thinking.within(0.1, lambda: late.wait({comes_back}), level="expert")
except TimeoutError:
    print("late", flush=True)
print(thinking.within(20, lambda: "another level is asked", level="steady"), flush=True)
time.sleep({watched})
print("still there", flush=True)
"""
ENDED = "Timeout (0:00:0"
"""What a process says before it ends."""
ENDS = "thinking.end_process_if_hung()"


def run(prepare: str, *, hung: float, comes_back: float, watched: float) -> tuple[int, str, str]:
    """Run a process in which a bot is late; return exit status, output and errors."""
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            PROGRAM.format(prepare=prepare, hung=hung, comes_back=comes_back, watched=watched),
        ],
        capture_output=True,
        text=True,
        timeout=120,
        cwd=settings.BASE_DIR,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


def test_a_process_in_which_a_bot_hangs_is_ended_and_says_where_it_hung() -> None:
    status, out, errors = run(ENDS, hung=3, comes_back=100, watched=100)
    assert status == 1
    assert out.splitlines() == ["late", "another level is asked"]
    assert ENDED in errors
    assert " in wait" in errors, "where the bot hung"


def test_a_process_whose_late_bot_has_come_back_goes_on() -> None:
    status, out, errors = run(ENDS, hung=6, comes_back=1, watched=8)
    assert (status, out.splitlines()[-1], errors) == (0, "still there", "")


def test_a_process_that_does_other_things_too_is_not_ended() -> None:
    status, out, errors = run("", hung=0.2, comes_back=100, watched=1)
    assert (status, out.splitlines()[-1], errors) == (0, "still there", "")


@pytest.mark.redis
def test_a_worker_of_experts_gets_a_new_process_for_one_that_hangs(
    start_worker: StartWorker, tmp_path: Path
) -> None:
    """A process that asks experts again plays the second game."""
    start_worker("--queues", EXPERTS, "--include", "tests.bots.hanging", "--concurrency", "1")
    log = tmp_path / "worker.log"
    for _ in range(2):
        before = log.read_text().count(ENDED)
        game = bot_game(2, ["ada"])
        choose_orientation(game)
        wait_until(lambda game=game: waits_for_the_player(game), seconds=60)  # type: ignore[misc]
        wait_until(lambda before=before: log.read_text().count(ENDED) > before)  # type: ignore[misc]
    assert "Bot ada took too long" in log.read_text()
