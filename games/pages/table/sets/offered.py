"""Sets of a hand that are worth offering: the largest, and the cheapest card."""

from typing import NamedTuple

from games.rules.cards import TOPS, Cards
from games.rules.sets import strength, stronger_sets

Cut = tuple[int, int]
"""A slice of the hand."""


class Offered(NamedTuple):
    """What beats the ring, best first."""

    sets: tuple[Cut, ...] = ()
    """Of two cards or more, strongest first; none is a part of another."""
    cheapest: Cut | None = None
    """The lowest single card that beats another; it may lie in one of these sets."""


def offered_sets(hand: Cards, beaten: Cards) -> Offered:
    """Return the sets of ``hand`` to offer against ``beaten``.

    A set beats whatever a part of it beats, so the largest ones stand for all. Other single cards
    need no list, as one press in the hand selects them.
    """
    tops = hand.translate(TOPS)
    largest: list[Cut] = []
    singles: list[Cut] = []
    end = 0
    # From each card the longest first, so that a part comes after its whole.
    for start, stop in sorted(
        stronger_sets(tops, strength(beaten.translate(TOPS))), key=lambda cut: (cut[0], -cut[1])
    ):
        if stop - start == 1:
            singles.append((start, stop))
        elif stop > end:
            largest.append((start, stop))
            end = stop
    largest.sort(key=lambda cut: (-strength(tops[slice(*cut)]), cut))
    # An empty ring is beaten by any card.
    return Offered(tuple(largest), _cheapest(tops, singles, largest) if beaten else None)


def _cheapest(tops: bytes, singles: list[Cut], sets: list[Cut]) -> Cut | None:
    """Return the lowest one: of equal ones the first that breaks no set, if there is one."""

    def cost(single: Cut) -> tuple[int, bool, int]:
        start, stop = single
        needed = any(first <= start and stop <= last for first, last in sets)
        return tops[start], needed, start

    return min(singles, key=cost, default=None)
