"""What a seat can infer about unseen cards (lower number on top)."""

from random import Random

from ..rules.cards import TOPS, Cards, deck
from ..rules.game import PublicMove
from ..rules.sets import strength
from ..rules.views import View


def _card(card: int) -> int:
    return card & ~1


def scouted_cards(history: tuple[PublicMove, ...]) -> dict[int, int]:
    """Return the seats holding scouted cards, by card."""
    holders: dict[int, int] = {}
    for move in history:
        if move.card is not None:
            holders[_card(move.card)] = move.seat
        for card in move.cards or b"":
            holders.pop(_card(card), None)
    return holders


def seen_cards(history: tuple[PublicMove, ...]) -> set[int]:
    """Return the cards shown so far."""
    return {_card(card) for move in history for card in move.cards or b""}


def shown_cards(view: View) -> set[int]:
    """Return the cards everybody has seen: with two players, in either round."""
    shown = seen_cards(view.history)
    if view.players == 2 and view.last_round is not None:
        shown |= seen_cards(view.last_round.history)
    return shown


def unseen_cards(view: View) -> list[int]:
    """Return the cards that may be in other hands without being known there.

    With two players these include cards set aside.
    """
    # In a made-up view they need not have been shown.
    ring = view.active_set.cards if view.active_set else b""
    known = {_card(card) for card in (view.hand or b"") + ring}
    known |= shown_cards(view) | scouted_cards(view.history).keys()
    return [card for card in deck(view.players) if card not in known]


def others_in_turn(view: View) -> list[int]:
    """Return the other seats in playing order."""
    seat = view.seat or 0
    return [(seat + step) % view.players for step in range(1, view.players)]


def strongest_sets(view: View, deals: int, chance: Random) -> list[list[int]]:
    """Deal the unseen cards ``deals`` times; return each deal's best strengths in turn order.

    Hands include their known scouted cards.
    """
    seats = others_in_turn(view)
    holders = scouted_cards(view.history)
    pool = unseen_cards(view)
    found = []
    for _ in range(deals):
        chance.shuffle(pool)
        start = 0
        strengths = []
        for seat in seats:
            hand = [card for card, holder in holders.items() if holder == seat]
            missing = max(0, view.hand_counts[seat] - len(hand))
            hand += pool[start : start + missing]
            start += missing
            chance.shuffle(hand)
            turned = bytes(card | chance.getrandbits(1) for card in hand)
            strengths.append(strongest(turned))
        found.append(strengths)
    return found


def strongest(hand: Cards) -> int:
    """Return the best strength in ``hand``; 0 if empty."""
    tops = hand.translate(TOPS)
    size = len(tops)
    best = 0
    start = 0
    while start < size:
        stop = start + 1
        if stop < size and -1 <= tops[stop] - tops[start] <= 1:
            step = tops[stop] - tops[start]
            while stop < size and tops[stop] - tops[stop - 1] == step:
                stop += 1
        best = max(best, strength(tops[start:stop]))
        # The last card of a run may start the next one.
        start = stop if stop == start + 1 else stop - 1
    return best
