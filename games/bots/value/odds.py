"""The odds that another hand beats a set.

A hand counts as cards drawn one by one; with n stronger sets expected, none has probability e^-n.
The net learns how much better real hands are.
"""

from math import exp

from .rows import Floats, Ints

NUMBERS = 10
LONGEST = 4
"""Longer sets are assumed unbeatable."""
CODES = LONGEST * 2 * NUMBERS


def place_of(strength: int) -> int:
    """Return the index of ``strength`` in the odds; -1 if too long."""
    size = strength >> 5
    if size > LONGEST:
        return -1
    return (size - 1) * 2 * NUMBERS + ((strength >> 4) & 1) * NUMBERS + (strength & 15) - 1


def number_shares(
    shares: Floats,
    pool: Ints,
    unseen: int,
    own: Ints,
    known: int,
    held: int,
) -> None:
    """Write each number's chance to top a card into ``shares``.

    ``pool`` counts numbers on the ``unseen`` cards, ``own`` those on the ``known``.
    """
    for number in range(1, NUMBERS + 1):
        share = 0.5 * own[number]
        if unseen > 0:
            share += 0.5 * pool[number] * max(0, held - known) / unseen
        shares[number] = share / max(1, held)


def fill_odds(odds: Floats, shares: Floats, held: int) -> None:
    """Write the odds that ``held`` cards beat each set."""
    longer = 0.0
    for size in range(LONGEST + 1, 0, -1):
        windows = max(0, held - size + 1)
        expected = longer
        base = (size - 1) * 2 * NUMBERS
        for matching in range(1, -1, -1):
            for lowest in range(NUMBERS, 0, -1):
                if size == 1:
                    chance = shares[lowest] if matching == 0 else 0.0
                elif matching == 1:
                    chance = shares[lowest] ** size
                elif lowest + size - 1 > NUMBERS:
                    chance = 0.0
                else:
                    chance = 2.0
                    for number in range(lowest, lowest + size):
                        chance *= shares[number]
                if size <= LONGEST:
                    odds[base + matching * NUMBERS + lowest - 1] = 1.0 - exp(-expected)
                expected += windows * chance
        longer = expected - longer
