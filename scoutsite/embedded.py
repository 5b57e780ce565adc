"""Celery's workers and clock in threads of this process, for a site that is one process."""

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

from scoutsite.celery import EXPERTS, QUEUE
from scoutsite.celery import app as site_app
from scoutsite.heartbeat import BeatingScheduler

logger = logging.getLogger(__name__)

# Which queues a worker takes from is kept with its application, so the second one has its own. It
# shares the tasks.
experts_app = Celery("scoutsite", set_as_current=False, fixups=[])
experts_app.config_from_object("django.conf:settings", namespace="CELERY")


class _QueueWorker:
    """A worker of one queue, in a thread of this process."""

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
            # There is one event loop a process, and there are two workers.
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
        """Return when the worker takes tasks, or its broker seems to be away."""
        if not self._ready.wait(timeout=5):
            logger.warning("The worker does not reach its broker yet; it keeps trying.")

    def shut_down(self) -> bool:
        """Tell the worker to stop; whether it could be told."""
        try:
            # The worker's own thread must do the stopping: its connection is not safe to share.
            self._app.control.shutdown(destination=[self._name])
        except OperationalError:
            logger.warning("The worker's broker is away: whatever it runs is given up.")
            return False
        return True

    def join(self) -> None:
        self._thread.join(timeout=20)


class EmbeddedWorker:
    """Workers and a beat in this process; `with EmbeddedWorker(): …` runs them meanwhile.

    Experts have a worker to themselves, so that they hold up nothing else. Threads can't be ended,
    so the hard limits of tasks do nothing here; a bot's time is :mod:`games.play.thinking`'s
    affair. On the `memory://` broker these are the only workers that see what this process
    enqueues. Leaving the block takes no more tasks, waits for those that run, and drops those that
    wait: whoever sweeps after the next start finds them again.
    """

    def __init__(self, *, app: Celery = site_app, threads: int = 8, beat: bool = True) -> None:
        self._workers = [
            _QueueWorker(app, QUEUE, threads),
            _QueueWorker(experts_app, EXPERTS, threads=1),
        ]
        self._beat = Service(app, scheduler_cls=BeatingScheduler) if beat else None

    def start(self) -> None:
        """Start the threads and return when the workers take tasks.

        Returns without that where the broker is away; the workers go on looking for it.
        """
        for worker in self._workers:
            worker.start()
        if self._beat:
            threading.Thread(target=self._beat.start, name="beat", daemon=True).start()
        for worker in self._workers:
            worker.wait()

    def stop(self) -> None:
        """Wait for running tasks to end, and stop."""
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
