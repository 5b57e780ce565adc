"""A worker that loses the queue hears what its processes say, and goes on with them."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.site.environment import ROOT, environment
from tests.site.test_silent_redis import Server

_WORKER = """
from inspect import isgenerator
from celery import bootsteps
from celery.bin.celery import celery
from celery.signals import worker_ready
from scoutsite.celery import app

class Failed(Exception):
    def __reduce__(self):
        return Failed, (), {"more_than_a_pipe_holds": b"." * 20_000_000}

@app.task(name="tests.fail")
def fail():
    raise Failed

@app.task(name="tests.go_on")
def go_on():
    print("It went on", flush=True)
    app.control.shutdown()

class LosesTheQueue(bootsteps.StartStopStep):
    requires = ("celery.worker.components:Hub",)
    lost = False
    def start(self, worker):
        self.readers = worker.hub.readers
        worker.hub.on_tick.add(self.lose)
    def lose(self):
        if not self.lost and any(isgenerator(callback) for callback, _ in self.readers.values()):
            LosesTheQueue.lost = True
            go_on.delay()
            raise ConnectionError("amid an answer")

app.steps["worker"].add(LosesTheQueue)

def fail_often(**signal):
    # Now and then an answer is read in one go, however long it is: then the next will do.
    if not LosesTheQueue.lost:
        for _ in range(5):
            fail.delay()

worker_ready.connect(fail_often, weak=False)
celery(["--app", "scoutsite", "worker", "-c", "1", "--without-gossip", "--without-mingle"])
"""


@pytest.mark.redis
def test_an_answer_is_read_to_its_end_before_the_loop_begins_anew(tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        done = subprocess.run(
            [sys.executable, "-c", _WORKER],
            cwd=ROOT,
            env=environment(
                DJANGO_SETTINGS_MODULE="scoutsite.settings",
                LOG_FORMAT="text",
                REDIS_URL=server.url,
                EXPERT_LOOKS_AHEAD="off",
            ),
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
    finally:
        server.process.kill()
        server.process.wait()
    said = done.stdout + done.stderr
    assert "Connection to broker lost" in said
    assert "amid an answer" in said
    assert "It went on" in said
    assert "time limit" not in said
