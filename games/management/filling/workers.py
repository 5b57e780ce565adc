"""The processes that write made games: each makes batches of its own, each batch whole or not."""

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
"""So many games are written in one transaction."""


@dataclass(frozen=True, slots=True)
class Job:
    """What the processes are told."""

    seed: int
    games: int
    until: datetime
    path: Path
    """The file of originals."""
    originals: int
    people: Sequence[Person]


def write_all(job: Job, numbers: Sequence[int], processes: int) -> Iterator[None]:
    """Write the games ``numbers``; one step a game."""
    batches = [numbers[start : start + BATCH] for start in range(0, len(numbers), BATCH)]
    if processes == 1:
        _begin(job)
        for batch in batches:
            yield from [None] * _write(batch)
        return
    # Processes of their own from the start: a copy of this one would share its connection.
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
    # Only now: in a new process Django is set up before its models are imported.
    from games.management.filling import games as fill_games
    from games.management.filling import originals as fill_originals
    from games.management.filling import people as fill_people
    from games.management.filling import tables as fill_tables

    originals = fill_originals.Originals(job.path, job.originals)
    plan = fill_games.Plan(
        seed=job.seed,
        games=job.games,
        until=job.until,
        tables=fill_tables.Tables(originals, job.seed),
        company=fill_people.Company(job.people),
    )
    _write_some.append(partial(fill_games.write_games, plan=plan))


_write_some: list[Callable[[Sequence[int]], None]] = []
"""How this process writes games; empty until it was told what to make."""


def _write(batch: Sequence[int]) -> int:
    _write_some[-1](batch)
    return len(batch)
