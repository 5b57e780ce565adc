"""Tasks that workers have done, by their name, and the time they took."""

import time
from typing import Any

from celery import Task
from celery.signals import task_postrun, task_prerun
from prometheus_client import Counter, Histogram

TASKS = Counter(
    "scout_tasks", "Tasks that workers have done, by name and outcome.", ["task", "outcome"]
)
SECONDS = Histogram(
    "scout_task_seconds",
    "Seconds that a task took.",
    ["task"],
    buckets=(0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300),
)
OF_A_PLAN = "games.play_plan"
"""Nobody but its player learns of a plan."""


@task_prerun.connect
def begin(task: Task[Any, Any], **signal: Any) -> None:
    """Note when a task begins."""
    task.request.began = time.perf_counter()  # type: ignore[attr-defined]


@task_postrun.connect
def end(task: Task[Any, Any], state: str | None = None, **signal: Any) -> None:
    """Count a task."""
    began = getattr(task.request, "began", None)
    if task.name == OF_A_PLAN or began is None:
        return
    TASKS.labels(task.name, "done" if state == "SUCCESS" else "failed").inc()
    SECONDS.labels(task.name).observe(time.perf_counter() - began)
