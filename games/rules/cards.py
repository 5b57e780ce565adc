"""The 45 cards: every pair of different numbers from 1 to 10, once each.

A card in play is one small integer (0-89): twice its place in the list of pairs
1/2, 1/3, ..., 1/10, 2/3, ..., 9/10, plus 1 when it lies turned, with the higher number on top.
Turning a card is therefore ``card ^ 1``. Cards in a row (a hand, a set, a deck) are ``bytes``,
left to right, so that one C call gives their numbers in play: ``cards.translate(TOPS)``.
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
"""Translates cards to their top numbers: ``cards.translate(TOPS)``."""

TURNED = _table(card ^ 1 for card in range(len(_FACES)))
"""Translates cards to the same cards turned over: ``cards.translate(TURNED)``."""

ONE_TWO = _BY_NAME["1/2"]


def top(card: Card) -> int:
    """The number of ``card`` that counts, 1 to 10."""
    return _FACES[card][0]


def bottom(card: Card) -> int:
    """The number of ``card`` that would count if it were turned, 1 to 10."""
    return _FACES[card][1]


def turned(card: Card) -> Card:
    """``card`` the other way up."""
    return card ^ 1


def turn_all(cards: Cards) -> Cards:
    """Each of ``cards`` the other way up, in the same order from left to right."""
    return cards.translate(TURNED)


def card_name(card: Card) -> str:
    """``card`` as it is written, top number first: ``"3/7"``."""
    return _NAMES[card]


def card_names(cards: Cards) -> list[str]:
    """``cards`` as they are written, left to right: ``["3/7", "4/1"]``."""
    return [_NAMES[card] for card in cards]


def parse_card(name: object) -> Card:
    """The card written ``name``; ``ValueError`` if there is no such card."""
    card = _BY_NAME.get(name) if isinstance(name, str) else None
    if card is None:
        raise ValueError(f"{name!r:.20} is not a card.")
    return card


def parse_cards(names: Iterable[object]) -> Cards:
    """The cards written ``names``, left to right; ``ValueError`` if one of them is no card."""
    return bytes([parse_card(name) for name in names])


def hand_size(players: int) -> int:
    """How many cards each of ``players`` is dealt: 11, 12, 11, 9 for 2, 3, 4, 5 players."""
    return {2: 11, 3: 12, 4: 11, 5: 9}[players]


def deck(players: int) -> Cards:
    """All cards used with ``players``, lower number on top, in the order of the list of pairs.

    With 2 or 4 players the card 9/10 stays out (44 cards), with 3 every card with a 10 (36),
    with 5 none (45).
    """
    return bytes(
        card
        for card, (low, high) in enumerate(_FACES)
        if low < high
        and not (players == 3 and high == 10)
        and not (players in (2, 4) and (low, high) == (9, 10))
    )
