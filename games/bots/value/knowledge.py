"""What a seat knows when it is to act, as numbers: made from its view and from nothing else."""

from typing import NamedTuple

from games.bots.unseen import others_in_turn, scouted_cards, unseen_cards
from games.bots.value.odds import CODES, NUMBERS, fill_odds, number_shares
from games.bots.value.rows import FloatRows, Ints
from games.rules.cards import bottom, top
from games.rules.views import View

MOST_CARDS = 48
"""Room for the cards of a hand: more than there are."""
MOST_SET = 12
"""Room for the cards of a set: more than there can be."""


class Knowledge(NamedTuple):
    """What a seat knows. Seats are counted from its own, 0, clockwise."""

    players: int
    hand: Ints
    """The top numbers of its hand, left to right."""
    backs: Ints
    """The bottom numbers: they count while the hand may still be turned."""
    held: int
    active: Ints
    """The top numbers of the Active Set."""
    active_backs: Ints
    size: int
    """The cards of the Active Set."""
    owner: int
    """Who shows it; -1 before the first Show."""
    starter: int
    turns: int
    counts: Ints
    """The cards in each hand."""
    chips: Ints
    """Each seat's Scout chips, with two players; otherwise 0: they are banked."""
    both: Ints
    """1 for each seat that still has its Scout & Show chip."""
    known: Ints
    """How many scouted cards each seat is known to hold."""
    unseen: int
    """How many cards may be in other hands without being known there."""
    last: int
    """1 in the last round, if the game's score is to count; else 0."""
    leads: Ints
    """How many points of the game this seat is ahead of each, hands aside; 0 unless ``last``."""
    odds: FloatRows
    """For each seat how likely it beats a set, by the set's place in :mod:`.odds`."""


def knowledge_of(view: View, *, with_score: bool = False) -> Knowledge:
    """What the seat of ``view`` knows; it must be one that may act.

    The game's score is known ``with_score`` alone, and in the last round alone.
    """
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
    last = with_score and view.round == view.rounds - 1
    points = list(map(sum, zip(view.scores, view.collected, view.chips, strict=True)))
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
        last=int(last),
        leads=[points[view.seat] - points[seat] if last else 0 for seat in seats],
        odds=odds,
    )
