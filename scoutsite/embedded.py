"""Celery's workers and scheduler as threads of this process."""

import logging
import threading
from socket import gethostname
from types import TracebackType
from typing import Any
from uuid import uuid4

from celery import Celery
from celery.beat import Service
from celery.worker import WorkController
from kombu.exceptions import OperationalError

from scoutsite.celery import EXPERTS, QUEUE, REVIEWS, SENDERS
from scoutsite.celery import app as site_app
from scoutsite.heartbeat import BeatingScheduler, QueueBeat

logger = logging.getLogger(__name__)


def _another_app() -> Celery:
    """An application holds the queues of its worker, so each further worker needs one of its own.

    They share the tasks.
    """
    app = Celery("scoutsite", set_as_current=False, fixups=[])
    app.config_from_object("django.conf:settings", namespace="CELERY")
    app.steps["consumer"].add(QueueBeat)
    return app


experts_app, senders_app, reviews_app = _another_app(), _another_app(), _another_app()


class _QueueWorker:
    def __init__(self, app: Celery, queue: str, threads: int) -> None:
        self._app = app
        self._ready = threading.Event()
        self._name = f"embedded-{uuid4().hex}@{gethostname()}"
        worker = WorkController(
            app=app,
            queues=[queue],
            pool="threads",
            concurrency=threads,
            hostname=self._name,
            ready_callback=self._on_ready,
            # There is one event loop per process, but several workers.
            use_eventloop=False,
            without_gossip=True,
            without_mingle=True,
            without_heartbeat=True,
        )
        self._thread = threading.Thread(target=worker.start, name=f"worker {queue}", daemon=True)

    def _on_ready(self, consumer: Any) -> None:
        self._ready.set()

    def start(self) -> None:
        self._thread.start()

    def wait(self) -> None:
        if not self._ready.wait(timeout=5):
            logger.warning("The worker can't reach its broker yet; it will keep trying.")

    def shut_down(self) -> bool:
        try:
            # The worker must stop in its own thread: its connection can't be shared.
            self._app.control.shutdown(destination=[self._name])
        except OperationalError:
            logger.warning("The worker's broker is down: its running tasks are abandoned.")
            return False
        return True

    def join(self) -> None:
        self._thread.join(timeout=20)


class EmbeddedWorker:
    """Workers and a scheduler, for the length of a `with` block.

    Threads can't be killed, so :mod:`games.play.thinking` limits bots. On `memory://` only these
    workers see this process's tasks. Leaving the block waits for running tasks; a sweep finds
    queued ones again.
    """

    def __init__(self, *, app: Celery = site_app, threads: int = 8, beat: bool = True) -> None:
        self._workers = [
            _QueueWorker(app, QUEUE, threads),
            _QueueWorker(experts_app, EXPERTS, threads=1),
            _QueueWorker(senders_app, SENDERS, threads=2),
            _QueueWorker(reviews_app, REVIEWS, threads=1),
        ]
        self._beat = Service(app, scheduler_cls=BeatingScheduler) if beat else None

    def start(self) -> None:
        """Wait until the workers take tasks."""
        for worker in self._workers:
            worker.start()
        if self._beat:
            threading.Thread(target=self._beat.start, name="beat", daemon=True).start()
        for worker in self._workers:
            worker.wait()

    def stop(self) -> None:
        if self._beat:
            self._beat.stop()
        stopping = [worker for worker in self._workers if worker.shut_down()]
        for worker in stopping:
            worker.join()

    def __enter__(self) -> "EmbeddedWorker":
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.stop()
