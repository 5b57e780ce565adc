"""The worker inside the site's process."""

import threading
from collections.abc import Callable, Iterator
from uuid import uuid4

import pytest

from scoutsite.celery import SENDERS, app
from scoutsite.embedded import EmbeddedWorker
from tests.workers import empty_queues

AddTask = Callable[[Callable[[], None]], str]


@pytest.fixture
def add_task() -> Iterator[AddTask]:
    """Make a function a task for this test; return its name."""
    empty_queues()
    names: list[str] = []

    def add(function: Callable[[], None]) -> str:
        names.append(f"test.{uuid4().hex}")
        app.task(name=names[-1], shared=False)(function)
        return names[-1]

    yield add
    for name in names:
        app.tasks.pop(name)


def test_what_is_sent_is_done(add_task: AddTask) -> None:
    done = threading.Event()

    def finish() -> None:
        done.set()

    name = add_task(finish)
    with EmbeddedWorker(threads=1, beat=False):
        app.send_task(name)
        assert done.wait(timeout=20)


def test_slow_servers_of_others_do_not_hold_up_what_else_is_due(add_task: AddTask) -> None:
    go_on, done = threading.Event(), threading.Event()

    def wait() -> None:
        go_on.wait(timeout=20)

    def finish() -> None:
        done.set()

    slow, quick = add_task(wait), add_task(finish)
    with EmbeddedWorker(threads=1, beat=False):
        for _ in range(3):
            app.send_task(slow, queue=SENDERS)
        app.send_task(quick)
        assert done.wait(timeout=20)
        go_on.set()


def test_stopping_waits_for_what_runs(add_task: AddTask) -> None:
    started, go_on, done = threading.Event(), threading.Event(), threading.Event()

    def slow() -> None:
        started.set()
        go_on.wait(timeout=20)
        done.set()

    name = add_task(slow)
    worker = EmbeddedWorker(threads=1, beat=False)
    worker.start()
    app.send_task(name)
    assert started.wait(timeout=20)
    stopping = threading.Thread(target=worker.stop)
    stopping.start()
    stopping.join(timeout=0.5)
    assert stopping.is_alive()
    go_on.set()
    stopping.join(timeout=20)
    assert done.is_set()
    assert not stopping.is_alive()


def test_what_is_sent_between_two_workers_waits_for_the_second(add_task: AddTask) -> None:
    done = threading.Event()

    def finish() -> None:
        done.set()

    name = add_task(finish)
    with EmbeddedWorker(threads=1, beat=False):
        pass
    app.send_task(name)
    assert not done.is_set()
    with EmbeddedWorker(threads=1, beat=False):
        assert done.wait(timeout=20)


def test_the_clock_sends_what_is_due(add_task: AddTask, monkeypatch: pytest.MonkeyPatch) -> None:
    done = threading.Event()

    def finish() -> None:
        done.set()

    name = add_task(finish)
    monkeypatch.setitem(app.conf, "beat_schedule", {"due": {"task": name, "schedule": 0.1}})
    with EmbeddedWorker(threads=1, beat=True):
        assert done.wait(timeout=20)
