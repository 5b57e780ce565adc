"""Fast training partners like *steady*, which ignore the game's score."""

import numpy as np
from numpy.typing import NDArray

from ..steady_weights import WEIGHTS
from ..value import rows
from ..value.candidates import find_candidates
from ..value.features import BOTH, HELD, OWNER, SCOUTED, STRENGTH, gain
from ..value.hands import part
from ..value.knowledge import Knowledge
from ..value.odds import place_of
from .compiling import compiled
from .thinking import Mind

Weights = NDArray[np.float64]


STYLES = 3
"""Steady, a rusher and a hoarder."""
BY_CARDS = 1
"""The weight of a card held."""
RUSHING, HOARDING = -1.5, 0.6
"""What a card held is worth beyond that, in points."""


def partner_weights(players: int) -> Weights:
    """Return the weights of each style, a row each; the first is *steady*'s."""
    weights = np.tile(np.array(WEIGHTS[players]), (STYLES, 1))
    weights[1:, BY_CARDS] += [RUSHING, HOARDING]
    return weights


@compiled
def turns_hand(know: Knowledge, mind: Mind) -> bool:
    """Return whether turning the hand gains."""
    parts = mind.found.parts
    kept = part(know.hand, know.held, parts)
    return part(know.backs, know.held, parts) > kept


@compiled
def partner_move(know: Knowledge, mind: Mind, weights: Weights) -> int:
    """Return the best candidate's index."""
    found = mind.found
    chosen = 0
    most = -1e9
    for number in range(find_candidates(know, found)):
        after = found.after[number]
        worth = part(found.hands[number], after[HELD], found.parts)
        value = gain(know, after)
        value += _weighed(know, after, worth, found.parts.fewest[0], weights)
        if value > most:
            most = value
            chosen = number
    return chosen


@compiled
def _stands(know: Knowledge, strength: int, to_come: int) -> tuple[float, float]:
    """Return the odds of passing ``to_come`` seats, and the expected number passed."""
    place = place_of(strength)
    stands = 1.0
    passed = 0.0
    for seat in range(1, to_come + 1):
        if place >= 0:
            stands *= 1.0 - know.odds[seat][place]
        passed += stands
    return stands, passed


@compiled
def _weighed(
    know: Knowledge, after: rows.Ints, worth: float, shows: int, weights: Weights
) -> float:
    held, two = after[HELD], know.players == 2
    others = 0
    shortest = 99
    both = 0
    for seat in range(1, know.players):
        others += know.counts[seat]
        shortest = min(shortest, know.counts[seat])
        both += know.both[seat]
    mean = others / (know.players - 1)
    if held == 0:
        return mean
    scouting = 1.0 if after[OWNER] != 0 else 0.0
    value = weights[0] + weights[1] * held + weights[2] * shows + weights[5] * worth
    if shows == 1:
        value += weights[3]
    if shows == 2:
        value += weights[4]
    value += after[BOTH] * (weights[6] + weights[7] * held)
    if after[OWNER] == 0:
        stands, passed = _stands(know, after[STRENGTH], know.players - 1)
        value += stands * (weights[8] + weights[9] * held + weights[10] * mean)
        if not two:
            value += weights[11] * passed
    elif not two:
        to_come = after[OWNER] - 1
        if after[STRENGTH] > 0 or to_come == 0:
            stands, _ = _stands(know, after[STRENGTH], to_come)
            value += stands * (weights[13] + weights[14] * held)
        else:
            value += weights[15]
    value += weights[12] * scouting + weights[16] * shortest
    value += weights[17] * held * max(0, 5 - shortest) + weights[18] * max(0, shows - shortest)
    value += weights[19] * both + weights[20] * mean
    if two:
        value += weights[21] * (know.chips[0] - after[SCOUTED]) + weights[22] * know.chips[1]
    return float(value)
