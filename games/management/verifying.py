"""Processes that verify games, some at a time."""

import gc
import multiprocessing
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

import django
from django.db.models import QuerySet

if TYPE_CHECKING:
    from games.models import Game

BATCH = 50
"""Games read at once."""
_WORTH_IT = 10 * BATCH
"""Fewer games are checked before another process has started."""
_AHEAD = 4
"""Batches that wait for each process."""


class Verified(NamedTuple):
    """What was found in a game."""

    public_id: str
    fault: str | None


def verified(games: "QuerySet[Game]", processes: int) -> Iterator[Verified]:
    """Yield what was found in each of ``games``, in order."""
    batches = _batches(games)
    if processes == 1 or games.count() < _WORTH_IT:
        for batch in batches:
            yield from _verify(batch)
        return
    # Fresh processes: a fork would share this one's connection.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, context, _begin_process) as pool:
        waiting: list[Future[list[Verified]]] = []
        for batch in batches:
            waiting.append(pool.submit(_verify_there, batch))
            if len(waiting) > processes * _AHEAD:
                yield from waiting.pop(0).result()
        for each in waiting:
            yield from each.result()


def _batches(games: "QuerySet[Game]") -> Iterator[list[int]]:
    keys = games.values_list("pk", flat=True).iterator()
    while batch := list(islice(keys, BATCH)):
        yield batch


def _begin_process() -> None:
    django.setup()
    # A sixth of the time would go into looking for cycles, of which a batch leaves few.
    gc.freeze()
    gc.disable()


def _verify_there(keys: list[int]) -> list[Verified]:
    found = _verify(keys)
    gc.collect()
    return found


def _verify(keys: list[int]) -> list[Verified]:
    # Imported late: a new process must set up Django before it imports models.
    from games.models import Game
    from games.upkeep.verify import first_faults

    games = list(Game.objects.filter(pk__in=keys).order_by("pk"))
    faults = first_faults(games)
    return [Verified(game.public_id, fault) for game, fault in zip(games, faults, strict=True)]
