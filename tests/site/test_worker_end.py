"""A worker that ends of an error does end, so that systemd starts it again."""

import subprocess
import sys

from tests.site.environment import ROOT, environment

_WORKER = """
import time
from celery import bootsteps
from celery.bin.celery import celery
from scoutsite import worker_end
from scoutsite.celery import app
from scoutsite.heartbeat import QueueBeat

class Broken(bootsteps.StartStopStep):
    requires = ("celery.worker.consumer.tasks:Tasks",)
    def start(self, consumer):
        raise AttributeError("of nothing")

class Hangs(bootsteps.StartStopStep):
    requires = ("celery.worker.components:Pool",)
    def stop(self, worker):
        time.sleep(600)

QueueBeat.requires = (Broken,)
app.steps["consumer"].add(Broken)
if {hangs}:
    app.steps["worker"].add(Hangs)
    worker_end.LIMIT = 0.5
celery(["--app", "scoutsite", "worker", "-c", "1", "--without-gossip", "--without-mingle"])
"""


def ended(*, hangs: bool) -> subprocess.CompletedProcess[str]:
    """Return what became of a worker that meets an error."""
    return subprocess.run(
        [sys.executable, "-c", _WORKER.replace("{hangs}", str(hangs))],
        cwd=ROOT,
        env=environment(
            DJANGO_SETTINGS_MODULE="scoutsite.settings",
            LOG_FORMAT="text",
            # It would be compiled first.
            EXPERT_LOOKS_AHEAD="off",
        ),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def test_a_worker_that_hangs_while_it_ends_is_ended() -> None:
    done = ended(hangs=True)
    assert "This worker could not end by itself" in done.stdout + done.stderr
    assert done.returncode == 1


def test_one_that_can_end_is_left_alone() -> None:
    done = ended(hangs=False)
    said = done.stdout + done.stderr
    assert "Unrecoverable error: AttributeError('of nothing')" in said
    # Of steps that the worker never came to, or any other.
    assert said.count("AttributeError") == 2
    assert "could not end by itself" not in said
    assert done.returncode == 1
