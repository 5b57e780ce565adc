"""How likely another hand can beat a set, judged by the cards that may be in it.

The hand is taken for cards drawn one by one from those it may hold: the expected number of its
stronger sets is then a sum of products of shares, and the chance that there is none about e to the
minus that. Hands in play are better ordered than that; the net learns by how much.
"""

from math import exp

from games.bots.value.rows import Floats, Ints

NUMBERS = 10
LONGEST = 4
"""Longer sets are taken to be beaten by nobody."""
CODES = LONGEST * 2 * NUMBERS


def place_of(strength: int) -> int:
    """Where a set of ``strength`` stands in a row of odds; -1 for one that is too long for it."""
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
    """Write into ``shares`` how likely a card of a hand has each number on top.

    ``pool`` counts the numbers on the ``unseen`` cards, both ways up, ``own`` those on the
    ``known`` cards that the hand of ``held`` cards is known to hold.
    """
    for number in range(1, NUMBERS + 1):
        share = 0.5 * own[number]
        if unseen > 0:
            share += 0.5 * pool[number] * max(0, held - known) / unseen
        shares[number] = share / max(1, held)


def fill_odds(odds: Floats, shares: Floats, held: int) -> None:
    """Write into ``odds`` how likely a hand of ``held`` cards beats each set, by its place."""
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
