"""Deals of the cards that a seat can't see, as the others may hold them."""

import numpy as np

from ..value.hands import part
from .compiling import compiled
from .table import BOTTOM, CARDS, PLAYERS, SIZE, TOP, Ints, RoundArrays
from .thinking import Mind


@compiled
def deal_unseen(
    table: RoundArrays, seat: int, unseen: Ints, deck: Ints, mind: Mind, chance: np.random.Generator
) -> None:
    """Shuffle ``unseen`` in place and deal it to the others.

    Hands are turned, and known cards placed, in the best way.
    """
    players = table.facts[PLAYERS]
    left = len(unseen)
    for last in range(left - 1, -1, -1):
        other = int(chance.random() * (last + 1))
        unseen[last], unseen[other] = unseen[other], unseen[last]
        if chance.random() < 0.5:
            unseen[last] ^= 1
    for step in range(1, players):
        other = (seat + step) % players
        known = 0
        for card in deck:
            known += table.holder[card >> 1] == other
        held = table.counts[other] - known
        hand = table.hands[other]
        for index in range(held):
            left -= 1
            hand[index] = unseen[left]
        _turn_to_the_better(hand, held, mind)
        for card in deck:
            if table.holder[card >> 1] == other:
                _put_best(hand, held, card, mind)
                held += 1


@compiled
def _turn_to_the_better(hand: Ints, held: int, mind: Mind) -> None:
    parts = mind.found.parts
    for index in range(held):
        mind.hand[index] = TOP[hand[index]]
        mind.backs[index] = BOTTOM[hand[index]]
    kept = part(mind.hand, held, parts)
    if part(mind.backs, held, parts) > kept:
        for index in range(held):
            hand[index] ^= 1


@compiled
def _put_best(hand: Ints, held: int, card: int, mind: Mind) -> None:
    best, to, flip = -1e9, 0, 0
    for side in range(2):
        number = BOTTOM[card] if side == 1 else TOP[card]
        for place in range(held + 1):
            for index in range(place):
                mind.hand[index] = TOP[hand[index]]
            mind.hand[place] = number
            for index in range(place, held):
                mind.hand[index + 1] = TOP[hand[index]]
            worth = part(mind.hand, held + 1, mind.found.parts)
            if worth > best:
                best, to, flip = worth, place, side
    for index in range(held, to, -1):
        hand[index] = hand[index - 1]
    hand[to] = card ^ flip


@compiled
def unseen_at(table: RoundArrays, seat: int, deck: Ints, unseen: Ints) -> int:
    """Write the cards that may be in other hands without being known there; return their number."""
    own = np.zeros(CARDS, np.int64)
    for index in range(table.counts[seat]):
        own[table.hands[seat, index] >> 1] = 1
    # In a made-up position they need not have been shown.
    for index in range(table.facts[SIZE]):
        own[table.active[index] >> 1] = 1
    found = 0
    for card in deck:
        half = card >> 1
        if own[half] == 0 and table.seen[half] == 0 and table.holder[half] < 0:
            unseen[found] = half << 1
            found += 1
    return found
