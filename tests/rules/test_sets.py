"""Sets and their strength."""

from itertools import product
from random import Random

import pytest

from games.rules.sets import is_matching, is_set, strength, stronger_sets
from tests.rules import oracle


def numbers(written: str) -> bytes:
    """Parse `"2-3-4"`."""
    return bytes(int(number) for number in written.split("-"))


WORKED_EXAMPLES = [
    ("1-1-1", "2-3-4"),
    ("2-2", "8-9"),
    ("3-3", "2-2"),
    ("9-9-9", "8-8-8"),
    ("2-3-4", "1-2-3"),
    ("3-4", "2-3"),
    ("1-2", "10"),
    ("1-2-3", "10-10"),
    ("2", "1"),
]


@pytest.mark.parametrize(("stronger", "weaker"), WORKED_EXAMPLES)
def test_the_stronger_set_of_the_worked_examples_beats_the_other(
    stronger: str, weaker: str
) -> None:
    assert strength(numbers(stronger)) > strength(numbers(weaker)) > 0


@pytest.mark.parametrize(
    ("weaker", "stronger"), [("5-5", "6-6"), ("8-7", "8-9"), ("8-9", "2-2"), ("10", "1-2")]
)
def test_a_weaker_set_does_not_beat(weaker: str, stronger: str) -> None:
    assert 0 < strength(numbers(weaker)) < strength(numbers(stronger))


@pytest.mark.parametrize(("one", "other"), [("4-5", "5-4"), ("3", "3"), ("6-6", "6-6")])
def test_an_equal_set_does_not_beat(one: str, other: str) -> None:
    assert strength(numbers(one)) == strength(numbers(other)) > 0


@pytest.mark.parametrize("run", ["5-4", "4-5-6", "1-2-3-4-5", "10-9-8", "7"])
def test_a_run_up_or_down_and_a_single_card_are_sets(run: str) -> None:
    assert is_set(numbers(run))
    assert not is_matching(numbers(run))


@pytest.mark.parametrize("cards", ["1-1-1-1", "2-2", "3-3-3"])
def test_equal_numbers_are_a_matching_set(cards: str) -> None:
    assert is_set(numbers(cards))
    assert is_matching(numbers(cards))


@pytest.mark.parametrize("cards", ["4-6", "3-4-3", "4-3-4", "1-2-2", "2-2-1", "1-3-2", "10-1"])
def test_a_zigzag_a_gap_or_a_mixture_is_no_set(cards: str) -> None:
    assert not is_set(numbers(cards))
    assert strength(numbers(cards)) == 0


def test_no_cards_are_no_set() -> None:
    assert not is_set(b"")


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_sets_are_exactly_those_of_the_rules(size: int) -> None:
    for tops in product(range(1, 11), repeat=size):
        assert is_set(bytes(tops)) == oracle.is_set(list(tops))
        assert is_matching(bytes(tops)) == oracle.matching(list(tops))


def every_set() -> list[list[int]]:
    """Of up to ten cards."""
    matching = [[number] * size for size in range(1, 10) for number in range(1, 11)]
    up = [list(range(first, stop)) for first in range(1, 10) for stop in range(first + 2, 12)]
    return matching + up + [run[::-1] for run in up]


def test_any_two_sets_compare_as_in_the_rules() -> None:
    sets = [(tops, strength(bytes(tops))) for tops in every_set()]
    for (one, its), (other, others) in product(sets, sets):
        assert (its > others) == oracle.beats(one, other)


@pytest.mark.parametrize("seed", range(200))
def test_the_sets_found_in_a_hand_are_all_that_beat(seed: int) -> None:
    random = Random(seed)
    spread = random.choice([2, 3, 10])
    tops = bytes(random.randint(1, spread) for _ in range(random.randint(0, 20)))
    slices = [
        (start, stop) for start in range(len(tops)) for stop in range(start + 1, len(tops) + 1)
    ]
    for to_beat in ([], *random.sample(every_set(), 20)):
        expected = [
            cards
            for cards in slices
            if oracle.is_set(found := list(tops[slice(*cards)]))
            and (not to_beat or oracle.beats(found, to_beat))
        ]
        assert stronger_sets(tops, strength(bytes(to_beat))) == expected
