"""What each process of tests is dealt, and in which order."""

import gc
import os
from collections import defaultdict
from collections.abc import Collection, Generator, Sequence
from typing import TypeVar

import pytest

from tests.site.environment import ROOT

Test = TypeVar("Test")


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Generator[None, object, object]:
    """Deal the slow tests to all processes, to begin with.

    pytest-xdist cuts the list into one piece for each process, and lets the idle take from the end
    of others' pieces. That must be quick tests: while one process has long ones left, the other
    cores are idle.
    """
    result = yield  # the tests that were not asked for are gone by now
    folders: dict[str, list[pytest.Item]] = defaultdict(list)
    quick: list[pytest.Item] = []
    for item in items:
        if item.get_closest_marker("slow"):
            folders[item.path.relative_to(ROOT / "tests").parts[0]].append(item)
        else:
            quick.append(item)
    processes = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    items[:] = dealt(folders.values(), quick, processes)
    return result


def dealt(folders: Collection[Sequence[Test]], quick: Sequence[Test], processes: int) -> list[Test]:
    """Return the tests in as many pieces, the slow ones of the `folders` first in each.

    Those of one folder stay together: they share what one process compiles or starts.
    """
    pieces: list[list[Test]] = [[] for _ in range(processes)]
    for folder in sorted(folders, key=len, reverse=True):
        min(pieces, key=len).extend(folder)
    left = len(quick) + sum(map(len, folders))
    given = 0
    for number, piece in enumerate(pieces):
        # As pytest-xdist cuts them.
        wanted = max(0, left // (processes - number) - len(piece))
        piece.extend(quick[given : given + wanted])
        given += wanted
        left -= len(piece)
    return [*(test for piece in pieces for test in piece), *quick[given:]]


def pytest_collection_finish() -> None:
    """Leave out of Python's search for garbage what stays to the end: modules, tests, settings.

    Looking through it again and again took an eighth of the time of all tests.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)
