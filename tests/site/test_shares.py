"""Every test is dealt to a process, slow ones first."""

import pytest

from tests.shares import dealt


@pytest.mark.parametrize("processes", [1, 2, 3, 4])
@pytest.mark.parametrize("quick", [0, 1, 2, 10, 100, 101])
def test_every_test_is_dealt_once(processes: int, quick: int) -> None:
    folders = [["a1", "a2"], ["b1"], ["c1", "c2", "c3"], ["d1", "d2"]]
    others = [f"q{number}" for number in range(quick)]
    found = dealt(folders, others, processes)
    assert sorted(found) == sorted([*others, *(test for folder in folders for test in folder)])


def test_each_process_begins_with_slow_ones_of_whole_folders() -> None:
    folders = [["a1", "a2"], ["b1"], ["c1", "c2", "c3"], ["d1", "d2"]]
    found = dealt(folders, [f"q{number}" for number in range(22)], 3)
    pieces = [found[:10], found[10:20], found[20:]]
    slow = [[test for test in piece if not test.startswith("q")] for piece in pieces]
    assert slow == [["c1", "c2", "c3"], ["a1", "a2", "b1"], ["d1", "d2"]]
    assert all(piece[: len(first)] == first for piece, first in zip(pieces, slow, strict=True))
