"""Which cards a move of the hint is about."""

from dataclasses import dataclass, replace

from games.pages.table.choices import set_around
from games.pages.table.hands import HandBox
from games.pages.table.orientation import Way
from games.pages.table.ring import Ring
from games.rules.moves import End, Move, Orient, Scout, Show
from games.rules.scouting import scouted_card, with_card
from games.rules.views import View

MARK = "hinted"
"""Class of a card that the shown move is about."""


@dataclass(frozen=True, slots=True)
class About:
    """The cards of a move, as they lie before it."""

    cards: tuple[int, ...] = ()
    """Indices into the hand."""
    end: End | None = None
    """The end of the Active Set that is scouted."""
    way: str = ""
    """How to hold the hand: ``keep`` or ``turn``."""

    @property
    def cards_text(self) -> str:
        return " ".join(str(index) for index in self.cards)


def about(view: View, move: Move) -> About:
    """Return the cards that ``move`` is about."""
    if isinstance(move, Orient):
        return About(way="turn" if move.flip else "keep")
    if isinstance(move, Show):
        return About(tuple(range(move.start, move.stop)))
    assert view.active_set is not None
    hand = view.hand or b""
    made = with_card(hand, move.to, scouted_card(view.active_set.cards, move.end, move.flip))
    start, stop = set_around(made, move.to) if isinstance(move, Scout) else (move.start, move.stop)
    # The scouted card still lies in the ring.
    places = (index for index in range(start, stop) if index != move.to)
    return About(tuple(index - (index > move.to) for index in places), move.end)


def hand_with(hand: HandBox, shown: About) -> HandBox:
    """Return the hand with the shown cards marked."""
    cards = tuple(
        replace(card, hinted=True) if card.index in shown.cards else card for card in hand.cards
    )
    return replace(hand, cards=cards)


def ring_with(ring: Ring, shown: About) -> Ring:
    """Return the ring with the scouted card marked."""
    if shown.end is None or not ring.cards:
        return ring
    last = len(ring.cards) - 1
    taken = 0 if shown.end == "left" else last
    cards = tuple(
        replace(card, classes=f"{card.classes} {MARK}".strip()) if index == taken else card
        for index, card in enumerate(ring.cards)
    )
    return replace(ring, cards=cards)


def ways_with(ways: tuple[Way, Way], shown: About) -> tuple[Way, Way]:
    """Return the two ways up with the shown one marked."""
    first, second = (replace(way, hinted=way.value == shown.way) for way in ways)
    return first, second
