"""Processes that play games, each with an empty database of its own.

No process sees the site's data: its database is a file in a temporary folder, its Redis none.
"""

import multiprocessing
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

import django

if TYPE_CHECKING:
    from scoutsite.pace.measures import Played
    from scoutsite.pace.world import Setting


class Task(NamedTuple):
    """A game to play."""

    policy: str
    number: int


def play_all(
    tasks: Sequence[Task], setting: "Setting", *, processes: int
) -> Iterator[tuple[Task, "Played"]]:
    """Play all games; yield each as it ends."""
    # Fresh processes: these settings have to be there before Django's are read.
    context = multiprocessing.get_context("spawn")
    with (
        TemporaryDirectory(prefix="pace-") as folder,
        ProcessPoolExecutor(min(processes, len(tasks)), context, _begin, (folder,)) as pool,
    ):
        try:
            futures = {pool.submit(_play, *task, setting): task for task in tasks}
            for done in as_completed(futures):
                yield futures[done], done.result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _begin(folder: str) -> None:
    os.environ["DATABASE_URL"] = f"sqlite:///{Path(folder) / str(os.getpid())}.sqlite3"
    os.environ["REDIS_URL"] = ""
    django.setup()
    # Imported late: models need Django set up.
    from django.core.management import call_command
    from django.db import connection

    call_command("migrate", verbosity=0)
    with connection.cursor() as cursor:
        # Nothing here has to survive anything.
        cursor.execute("PRAGMA synchronous = OFF")


def _play(policy: str, number: int, setting: "Setting") -> "Played":
    from scoutsite.pace.world import play_game

    return play_game(number, policy, setting)
