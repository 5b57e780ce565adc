"""What a Scout takes, leaves and makes."""

from .cards import Card, Cards, turned
from .moves import End


def scouted_card(active: Cards, end: End, flip: bool = False) -> Card:
    """Return the card at ``end`` of a non-empty ``active``, turned if ``flip``."""
    card = active[0] if end == "left" else active[-1]
    return turned(card) if flip else card


def left_in_ring(active: Cards, end: End | None) -> Cards:
    """Return ``active`` without the card at ``end``, if any."""
    if end is None:
        return active
    return active[1:] if end == "left" else active[:-1]


def with_card(hand: Cards, to: int, card: Card) -> Cards:
    """Return ``hand`` with ``card`` inserted at ``to``."""
    return b"%b%c%b" % (hand[:to], card, hand[to:])
