"""The luck of the deal."""

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from random import Random
from statistics import fmean

from ...rules.cards import Cards, deck
from ...rules.views import View
from .. import expert
from ..unseen import unseen_cards

HANDS = 200
"""From which the average is taken."""


def luck_of(view: View) -> float:
    """Return by how many points the hand, before it is turned, beats the average one.

    Both are what the expert expects from what the seat knows then.
    """
    return _worth(view) - _average(_without_hand(view), _possible(view))


def _worth(view: View) -> float:
    return expert.worths(view)[0][0]


def _possible(view: View) -> Cards:
    """Return the cards that the hand could have been of, lower numbers on top."""
    if view.last_round is None or view.players > 2:
        return deck(view.players)
    own = [card & ~1 for card in view.hand or b""]
    return bytes(sorted([*own, *unseen_cards(view)]))


def _without_hand(view: View) -> View:
    """Return what the average depends on, the same for all seats that it is the same for."""
    hand = bytes(len(view.hand or b""))
    if view.players == 2:
        return replace(view, hand=hand, scores=(0, 0))
    return replace(
        view,
        seat=0,
        starter=(view.starter - (view.seat or 0)) % view.players,
        round=0,
        hand=hand,
        scores=(0,) * view.players,
        last_round=None,
    )


@lru_cache(maxsize=64)
def _average(view: View, cards: Cards) -> float:
    return fmean(_worth(replace(view, hand=hand)) for hand in _hands(view, cards))


def _hands(view: View, cards: Cards) -> Iterable[Cards]:
    chance = Random(0)
    held = len(view.hand or b"")
    for _ in range(HANDS):
        yield bytes(card | chance.getrandbits(1) for card in chance.sample(cards, held))
