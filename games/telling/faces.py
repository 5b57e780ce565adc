"""Cards as emails draw them."""

from typing import NamedTuple

from games.rules.cards import Cards, bottom, top

_GROUNDS = (
    *("#FBE18C", "#F9CE5C", "#F6B547", "#F0983F", "#E67A45"),
    *("#B53334", "#A02850", "#7A2363", "#51266B", "#2A2358"),
)
_DARK_NUMERAL, _LIGHT_NUMERAL = "#241A15", "#FFF6E3"


class Face(NamedTuple):
    """A card's numbers and colours in an email."""

    top: int
    ground: str
    ink: str
    bottom: int
    bottom_ground: str
    bottom_ink: str


def faces(cards: Cards) -> list[Face]:
    """Return cards with their colours."""
    return [_face(top(card), bottom(card)) for card in cards]


def _face(upper: int, lower: int) -> Face:
    return Face(upper, *_colours(upper), lower, *_colours(lower))


def _colours(number: int) -> tuple[str, str]:
    return _GROUNDS[number - 1], _DARK_NUMERAL if number < 6 else _LIGHT_NUMERAL
