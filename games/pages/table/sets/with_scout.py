"""Sets that a Scout & Show makes of a hand and the card it takes."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from games.rules.cards import TOPS, Cards, top
from games.rules.moves import ENDS, End, ScoutAndShow
from games.rules.scouting import left_in_ring, scouted_card
from games.rules.sets import strength


class WithScout(NamedTuple):
    """A Scout & Show of a set that contains the scouted card."""

    end: End
    flip: bool
    to: int
    start: int
    stop: int
    number: int
    """That of the scouted card as it is put in."""
    tops: bytes
    """The set's numbers."""

    @property
    def value(self) -> str:
        """The whole move as an action, which ``parse_value`` reads."""
        return f"both-{self.end}-{self.flip:d}-{self.to}-{self.start}-{self.stop}"


_VALUE = re.compile(r"(left|right)-([01])-(\d{1,2})-(\d{1,2})-(\d{1,2})", re.ASCII)


def parse_value(argument: str) -> ScoutAndShow | None:
    """Return the move in an action after ``both-``; None if it is none. It may not be legal."""
    found = _VALUE.fullmatch(argument)
    if found is None:
        return None
    end: End = "left" if found[1] == "left" else "right"
    to, start, stop = (int(number) for number in found.groups()[2:])
    return ScoutAndShow(end, found[2] == "1", to, start, stop)


def sets_with_scout(hand: Cards, active: Cards) -> list[WithScout]:
    """Return the largest such sets that beat what the Scout leaves, strongest first.

    Among those with the same number of the scouted card, the own cards of none are all in another:
    where several gaps or both ends would do, it is the last gap, the card as it lies and the left
    end. Every legal Scout & Show of a set with the scouted card is in this sense part of a listed
    one, and no stronger.
    """
    held = hand.translate(TOPS)
    listed: list[WithScout] = []
    for number, ways in _ways_to_take(active).items():
        kept: list[tuple[int, int]] = []
        # Longest first, and from the last gap, so that a part comes after its whole.
        for first, last, to in sorted(
            _runs_with(held, number), key=lambda run: (run[0] - run[1], -run[2])
        ):
            if any(start <= first and last <= stop for start, stop in kept):
                continue
            if kept and first == last:
                continue
            tops = held[first:to] + bytes([number]) + held[to:last]
            made = strength(tops)
            for end, flip, rest in ways:
                if made > rest:
                    kept.append((first, last))
                    listed.append(WithScout(end, flip, to, first, last + 1, number, tops))
                    break
    return sorted(listed, key=lambda found: (-strength(found.tops), found.start, found.number))


def _ways_to_take(active: Cards) -> dict[int, list[tuple[End, bool, int]]]:
    """Return how each number can be had, with the strength of what that leaves."""
    ways: dict[int, list[tuple[End, bool, int]]] = {}
    for flip in (False, True):
        for end in ENDS if len(active) > 1 else ENDS[:1]:
            rest = strength(left_in_ring(active, end).translate(TOPS))
            ways.setdefault(top(scouted_card(active, end, flip)), []).append((end, flip, rest))
    return ways


def _runs_with(held: bytes, number: int) -> Iterator[tuple[int, int, int]]:
    """Yield the own cards that ``number`` joins at each gap, as slice and gap."""
    size = len(held)
    # Alone it beats the same wherever it is put.
    yield size, size, size
    for to in range(size + 1):
        for step in (-1, 0, 1):
            first, last, wanted = to, to, number - step
            while first and held[first - 1] == wanted:
                first, wanted = first - 1, wanted - step
            wanted = number + step
            while last < size and held[last] == wanted:
                last, wanted = last + 1, wanted + step
            if first < last:
                yield first, last, to
