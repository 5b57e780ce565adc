"""The 45 cards: every pair of different numbers from 1 to 10.

A card is an integer from 0 to 89: twice its index in the pairs 1/2, 1/3, ..., 9/10, plus 1 if the
higher number is on top. Hands, sets and decks are ``bytes``, left to right.
"""

from collections.abc import Iterable
from itertools import combinations

Card = int
Cards = bytes

LOWEST, HIGHEST = 1, 10
PLAYER_COUNTS = (2, 3, 4, 5)

_PAIRS = tuple(combinations(range(LOWEST, HIGHEST + 1), 2))
_FACES = tuple(face for low, high in _PAIRS for face in ((low, high), (high, low)))
_NAMES = tuple(f"{top}/{bottom}" for top, bottom in _FACES)
_BY_NAME = {name: card for card, name in enumerate(_NAMES)}


def _table(values: Iterable[int]) -> bytes:
    return bytes(values).ljust(256, b"\0")


TOPS = _table(top for top, _ in _FACES)
"""Maps cards to top numbers."""

TURNED = _table(card ^ 1 for card in range(len(_FACES)))
"""Maps cards to the same cards turned over."""

ONE_TWO = _BY_NAME["1/2"]


def top(card: Card) -> int:
    """Return the top number, which counts, 1 to 10."""
    return _FACES[card][0]


def bottom(card: Card) -> int:
    """Return the bottom number, 1 to 10."""
    return _FACES[card][1]


def turned(card: Card) -> Card:
    """Return ``card`` the other way up."""
    return card ^ 1


def turn_all(cards: Cards) -> Cards:
    """Return each card turned over, in order."""
    return cards.translate(TURNED)


def card_name(card: Card) -> str:
    """Return the name, top number first: ``"3/7"``."""
    return _NAMES[card]


def card_names(cards: Cards) -> list[str]:
    """Return the names: ``["3/7", "4/1"]``."""
    return [_NAMES[card] for card in cards]


def parse_card(name: object) -> Card:
    """Return the card called ``name``. Raise ``ValueError``."""
    card = _BY_NAME.get(name) if isinstance(name, str) else None
    if card is None:
        raise ValueError(f"{name!r:.20} is not a card.")
    return card


def parse_cards(names: Iterable[object]) -> Cards:
    """Return the cards called ``names``. Raise ``ValueError``."""
    return bytes([parse_card(name) for name in names])


def hand_size(players: int) -> int:
    """Return how many cards each seat gets."""
    return {2: 11, 3: 12, 4: 11, 5: 9}[players]


def deck(players: int) -> Cards:
    """Return the cards in use, lower number on top, in pair order."""
    return bytes(
        card
        for card, (low, high) in enumerate(_FACES)
        if low < high
        and not (players == 3 and high == 10)
        and not (players in (2, 4) and (low, high) == (9, 10))
    )
