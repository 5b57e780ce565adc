"""Celery for tests: a worker in this process, or real ones."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import quote

import pytest
from django.conf import settings
from django.db import connection

from scoutsite.celery import app
from scoutsite.embedded import EmbeddedWorker, experts_app, reviews_app, senders_app

StartWorker = Callable[..., subprocess.Popen[bytes]]


def empty_queues() -> None:
    """Drop what earlier tests left in the four queues.

    A worker narrows its app to its own queue, so that each is asked for itself.
    """
    for each in (app, experts_app, senders_app, reviews_app):
        each.control.purge()


@pytest.fixture
def worker(transactional_db: None) -> Iterator[None]:
    """In this process, without a clock; tasks run after commits."""
    empty_queues()
    with EmbeddedWorker(threads=2, beat=False):
        yield


@pytest.fixture
def start_worker(transactional_db: None, tmp_path: Path) -> Iterator[StartWorker]:
    """Start a worker process on the tests' database and Redis.

    It takes Celery's options instead of two processes for all queues, and returns when the worker
    takes tasks. Tests may kill it, and start another.
    """
    empty_queues()
    with ExitStack() as stack:

        def start(*options: str) -> subprocess.Popen[bytes]:
            log = tmp_path / "worker.log"
            output = stack.enter_context(log.open("ab"))
            process = subprocess.Popen(
                [
                    *(sys.executable, "-m", "celery", "--app", "scoutsite", "worker"),
                    *(options or ["--concurrency=2"]),
                ],
                cwd=settings.BASE_DIR,
                env={
                    **os.environ,
                    "DATABASE_URL": database_url(),
                    "DJANGO_SETTINGS_MODULE": "scoutsite.settings",
                },
                stdout=output,
                stderr=subprocess.STDOUT,
            )
            stack.callback(stop, process)
            known = [name for reply in app.control.ping() or [] for name in reply]
            wait_until(lambda: process.poll() is not None or answers(known), seconds=60)
            assert process.poll() is None, log.read_text()
            return process

        yield start


def answers(known: list[str]) -> bool:
    """Whether a worker not in `known` answers."""
    return any(name not in known for reply in app.control.ping() or [] for name in reply)


def stop(process: subprocess.Popen[bytes]) -> None:
    """Gently if possible."""
    process.terminate()
    try:
        process.wait(timeout=20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def wait_until(condition: Callable[[], bool], *, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"{condition} did not come true"
        time.sleep(0.05)


def database_url(name: str = "") -> str:
    """DATABASE_URL for other processes; the tests' database if none is named."""
    database = connection.settings_dict
    name = name or str(database["NAME"])
    if connection.vendor == "sqlite":
        return f"sqlite:///{name}"
    user, password = quote(database["USER"], safe=""), quote(database["PASSWORD"], safe="")
    host = quote(database["HOST"], safe="")
    port = f":{database['PORT']}" if database["PORT"] else ""
    return f"postgres://{user}:{password}@{host}{port}/{name}"
