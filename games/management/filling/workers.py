"""Processes that write made games, in all-or-nothing batches."""

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path

import django

from games.management.filling.people import Person

BATCH = 100


@dataclass(frozen=True, slots=True)
class Job:
    seed: int
    games: int
    until: datetime
    path: Path
    originals: int
    people: Sequence[Person]


def write_all(job: Job, numbers: Sequence[int], processes: int) -> Iterator[None]:
    """Write the games ``numbers``; yield after each."""
    batches = [numbers[start : start + BATCH] for start in range(0, len(numbers), BATCH)]
    if processes == 1:
        _begin(job)
        for batch in batches:
            yield from [None] * _write(batch)
        return
    # Fresh processes: a fork would share this one's connection.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, context, _begin_process, (job,)) as pool:
        try:
            for done in as_completed([pool.submit(_write, batch) for batch in batches]):
                yield from [None] * done.result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _begin_process(job: Job) -> None:
    django.setup()
    _begin(job)


def _begin(job: Job) -> None:
    # Imported late: a new process must set up Django before it imports models.
    from games.management.filling.games import Plan, write_games
    from games.management.filling.originals import Originals
    from games.management.filling.people import Company
    from games.management.filling.tables import TablePlans

    originals = Originals(job.path, job.originals)
    plan = Plan(
        seed=job.seed,
        games=job.games,
        until=job.until,
        tables=TablePlans(originals, job.seed),
        company=Company(job.people),
    )
    _write_some.append(partial(write_games, plan=plan))


_write_some: list[Callable[[Sequence[int]], None]] = []
"""How this process writes games; empty until it has a job."""


def _write(batch: Sequence[int]) -> int:
    _write_some[-1](batch)
    return len(batch)
