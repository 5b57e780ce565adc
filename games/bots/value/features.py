"""The net's input: the seat's knowledge after a move."""

from .hands import (
    HAND_FEATURES,
    SHAPE_FEATURES,
    Parts,
    fill_hand,
    fill_shapes,
)
from .knowledge import Knowledge
from .odds import place_of
from .rows import Floats, Ints

FEATURES = (
    *HAND_FEATURES,
    "no Active Set",
    "Active Set of one",
    "of two",
    "of three",
    "of four or more",
    "it matches",
    "its lowest number",
    "it is mine",
    "seats that may still beat it",
    "it stands",
    "chips to come for it",
    "mine stands, by cards in my hand",
    "mine stands, by cards in the others' hands",
    "another's stands, by cards in my hand",
    "mine stands",
    "the next seat beats it",
    "the one after beats it",
    "my sets that beat it, my turn again",
    "some set of mine beats it, my turn again",
    "cards of the next seat",
    "cards of the second seat",
    "cards of the third seat",
    "cards of the fourth seat",
    "cards in the shortest other hand",
    "cards in the others' hands",
    "Scout & Show of the next seat",
    "Scout & Show of the second seat",
    "Scout & Show of the third seat",
    "Scout & Show of the fourth seat",
    "my Scout & Show",
    "my Scout & Show, by cards in my hand",
    "known cards of the next seat",
    "known cards of the second seat",
    "known cards of the third seat",
    "known cards of the fourth seat",
    "my Scout chips",
    "the other's Scout chips",
    "my turn again",
    "before the first turn",
    "seats to the starting player",
    "turns played",
    "cards nobody knows",
    "Shows I need beyond the shortest other hand",
    "my cards, with the shortest other hand short",
    "my strongest set would stand",
    *SHAPE_FEATURES,
)
"""Scout chips only matter with two players."""

SIZE = len(FEATURES)
SHAPES = SIZE - len(SHAPE_FEATURES)

# A position after a move, as a row of numbers.
HELD = 0
STRENGTH = 1
"""Of the Active Set; 0 without one."""
OWNER = 2
"""Of the Active Set or the one just scouted away; -1 before any Show."""
BOTH = 3
WON = 4
SCOUTED = 5
AFTER = 6


def gain(know: Knowledge, after: Ints) -> float:
    """Return the points banked above the others' mean."""
    return after[WON] - after[SCOUTED] / (know.players - 1)


def settled(know: Knowledge, tops: Ints, after: Ints) -> tuple[bool, float]:
    """Return whether the move ended the round, and the points above the others' mean that adds."""
    players, held = know.players, after[HELD]
    others = 0.0
    for seat in range(1, players):
        others += know.counts[seat]
    if held == 0:
        return True, others / (players - 1)
    if after[OWNER] < 1 or after[SCOUTED] == 0:
        return False, 0.0
    if players == 2:
        if after[STRENGTH] == 0 or know.chips[0] > 1:
            return False, 0.0
        return not has_stronger_set(tops, held, after[STRENGTH]), -float(held)
    if after[OWNER] > 1:
        return False, 0.0
    return True, (others - know.counts[1]) / (players - 1) - held


def has_stronger_set(tops: Ints, held: int, strength: int) -> bool:
    """Return whether the hand beats ``strength``."""
    for start in range(held):
        first = tops[start]
        if (1 << 5 | first) > strength:
            return True
        step = 2
        following = start + 1
        if following < held:
            step = tops[following] - first
        if -1 <= step <= 1:
            while following < held and tops[following] - tops[following - 1] == step:
                following += 1
                kind = 16 if step == 0 else 0
                lowest = min(first, tops[following - 1])
                if ((following - start) << 5 | kind | lowest) > strength:
                    return True
    return False


def fill_features(
    out: Floats,
    know: Knowledge,
    tops: Ints,
    after: Ints,
    parts: Parts,
) -> None:
    """Write the FEATURES ``after`` a move that leaves ``tops``."""
    held, strength = after[HELD], after[STRENGTH]
    strongest, answers = fill_hand(out, tops, held, parts, strength)
    stands = _fill_table(out, know, after, answers)
    others = 0
    shortest = 99
    for seat in range(1, know.players):
        others += know.counts[seat]
        shortest = min(shortest, know.counts[seat])
    mean = others / (know.players - 1)
    mine = 1.0 if after[OWNER] == 0 and strength > 0 else 0.0
    out[30] = mine * stands * held / 10
    out[31] = mine * stands * mean / 10
    out[32] = (1.0 - mine) * stands * held / 10
    out[33] = mine * stands
    for number in range(4):
        seat = number + 1
        present = seat < know.players
        out[38 + number] = know.counts[seat] / 10 if present else 0.0
        out[44 + number] = float(know.both[seat]) if present else 0.0
        out[50 + number] = know.known[seat] / 5 if present else 0.0
    out[42] = shortest / 10
    out[43] = mean / 10
    out[48] = float(after[BOTH])
    out[49] = after[BOTH] * held / 10
    two = know.players == 2
    out[54] = (know.chips[0] - after[SCOUTED]) / 3 if two else 0.0
    out[55] = know.chips[1] / 3 if two else 0.0
    begun = after[OWNER] >= 0
    out[57] = 0.0 if begun else 1.0
    out[58] = 0.0 if begun else know.starter / 4
    out[59] = know.turns / 50
    out[60] = know.unseen / 30
    out[61] = (parts.fewest[0] - shortest) / 5
    out[62] = max(0, 5 - shortest) * held / 20
    place = place_of(strongest)
    would_stand = 1.0
    if place >= 0:
        for seat in range(1, know.players):
            would_stand *= 1.0 - know.odds[seat][place]
    out[63] = would_stand
    fill_shapes(out, SHAPES, tops, held)


def _fill_table(out: Floats, know: Knowledge, after: Ints, answers: int) -> float:
    strength, owner = after[STRENGTH], after[OWNER]
    size = strength >> 5
    for number in range(4):
        out[20 + number] = 0.0
    out[19] = 1.0 if size == 0 else 0.0
    if size > 0:
        out[19 + min(size, 4)] = 1.0
    out[24] = float((strength >> 4) & 1)
    out[25] = (strength & 15) / 10
    out[26] = 1.0 if size > 0 and owner == 0 else 0.0
    again = know.players == 2 and after[SCOUTED] == 1
    to_come = 0
    if owner == 0:
        to_come = know.players - 1
    elif owner > 0 and not again:
        to_come = owner - 1
    stands = 1.0 if size > 0 else 0.0
    chips = 0.0
    first = second = 0.0
    place = place_of(strength) if size > 0 else -1
    for seat in range(1, to_come + 1):
        chance = 0.0
        if place >= 0:
            chance = know.odds[seat][place]
        elif size == 0:
            chance = 1.0
        if seat == 1:
            first = chance
        if seat == 2:
            second = chance
        stands *= 1.0 - chance
        chips += stands
    out[27] = to_come / 4
    out[28] = stands
    out[29] = chips / 2 if know.players > 2 else 0.0
    out[34] = first
    out[35] = second
    out[36] = answers / 5 if again else 0.0
    out[37] = 1.0 if again and answers > 0 else 0.0
    out[56] = 1.0 if again else 0.0
    return stands
