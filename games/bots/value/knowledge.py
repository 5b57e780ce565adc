"""A seat's knowledge as numbers, from its view alone."""

from typing import NamedTuple

from ...rules.cards import bottom, top
from ...rules.views import View
from ..unseen import others_in_turn, scouted_cards, unseen_cards
from .odds import CODES, NUMBERS, fill_odds, number_shares
from .rows import FloatRows, Ints

MOST_CARDS = 48
MOST_SET = 12


class Knowledge(NamedTuple):
    """What a seat knows; seats count clockwise from its own, 0."""

    players: int
    hand: Ints
    backs: Ints
    """Bottom numbers, which matter while the hand may be turned."""
    held: int
    active: Ints
    active_backs: Ints
    size: int
    owner: int
    """The seat of the Active Set; -1 before any Show."""
    starter: int
    turns: int
    counts: Ints
    chips: Ints
    """Scout chips by seat with two players; otherwise 0, as they are banked."""
    both: Ints
    known: Ints
    """How many scouted cards each seat is known to hold."""
    unseen: int
    """How many cards may be in other hands without being known there."""
    odds: FloatRows
    """Each seat's odds of beating a set, indexed as in :mod:`.odds`."""


def knowledge_of(view: View) -> Knowledge:
    """Return what the view's seat knows."""
    assert view.seat is not None
    assert view.hand is not None
    seats = [view.seat, *others_in_turn(view)]
    place = {seat: number for number, seat in enumerate(seats)}
    active = view.active_set.cards if view.active_set else b""
    unseen = unseen_cards(view)
    held_by: dict[int, list[int]] = {}
    for card, seat in scouted_cards(view.history).items():
        held_by.setdefault(seat, []).append(card)
    pool = [0] * (NUMBERS + 1)
    for card in unseen:
        pool[top(card)] += 1
        pool[bottom(card)] += 1
    odds: list[list[float]] = [[]]
    for seat in seats[1:]:
        row, shares = [0.0] * CODES, [0.0] * (NUMBERS + 1)
        own = [0] * (NUMBERS + 1)
        cards = held_by.get(seat, [])
        for card in cards:
            own[top(card)] += 1
            own[bottom(card)] += 1
        number_shares(shares, pool, len(unseen), own, len(cards), view.hand_counts[seat])
        fill_odds(row, shares, view.hand_counts[seat])
        odds.append(row)
    return Knowledge(
        players=view.players,
        hand=[top(card) for card in view.hand],
        backs=[bottom(card) for card in view.hand],
        held=len(view.hand),
        active=[top(card) for card in active],
        active_backs=[bottom(card) for card in active],
        size=len(active),
        owner=place[view.active_set.owner] if view.active_set else -1,
        starter=place[view.starter],
        turns=len(view.history),
        counts=[view.hand_counts[seat] for seat in seats],
        chips=[view.chips[seat] if view.players == 2 else 0 for seat in seats],
        both=[int(view.scout_and_show[seat]) for seat in seats],
        known=[len(held_by.get(seat, [])) for seat in seats],
        unseen=len(unseen),
        odds=odds,
    )
