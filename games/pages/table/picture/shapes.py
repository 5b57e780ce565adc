"""The outlines of the picture: cards, rays and avatars, as paths."""

from math import cos, radians, sin
from typing import NamedTuple

from games.rules.cards import Card, Cards, bottom, top

COLOURS = (
    *("#FBE18C", "#F9CE5C", "#F6B547", "#F0983F", "#E67A45"),
    *("#B53334", "#A02850", "#7A2363", "#51266B", "#2A2358"),
)
"""Of the numbers 1 to 10, as in ``site.css``."""
SEATS = ("#B4231F", "#14506B", "#5C3A78", "#2A6338", "#7A4A12")
DARK, LIGHT = "#241A15", "#FFF6E3"
TALL = 1.46
"""A card's height by its width."""

_CORNERS = (
    (0.5, 0.5, 0.5, 0.5),
    (0.24, 0.24, 0.24, 0.24),
    (0.5, 0.5, 0.18, 0.18),
    (0.22, 0.62, 0.22, 0.62),
    (0.5, 0.5, 0.12, 0.5),
)
"""Radii of the seats' avatars, clockwise from the left above."""


class Half(NamedTuple):
    """One half of a card."""

    number: int
    colour: str
    ink: str

    @property
    def lined(self) -> bool:
        """Whether a line tells it from another number upside down."""
        return self.number in (6, 9)


class PlacedCard(NamedTuple):
    """A card, 100 wide before it is scaled."""

    x: float
    y: float
    scale: float
    up: Half
    down: Half


def row_of(cards: Cards, *, x: float, y: float, most: float, wide: float) -> list[PlacedCard]:
    """Return a row of cards from ``x``, at most ``wide`` each and ``most`` together."""
    gap = 0.09
    size = min(wide, most / (len(cards) + gap * (len(cards) - 1)))
    down = y + (wide - size) * TALL / 2
    return [
        PlacedCard(
            round(x + i * size * (1 + gap), 1), round(down, 1), round(size / 100, 4), *_halves(card)
        )
        for i, card in enumerate(cards)
    ]


def _halves(card: Card) -> tuple[Half, Half]:
    return _half(top(card)), _half(bottom(card))


def _half(number: int) -> Half:
    return Half(number, COLOURS[number - 1], DARK if number <= 5 else LIGHT)


def rays(x: float, y: float, *, step: float, first: float, reach: float) -> str:
    """Return every other wedge of ``step`` degrees around a point, from the angle ``first``."""
    wedges = []
    for i in range(round(180 / step)):
        ends = [radians(first + (2 * i + side) * step - 90) for side in (0, 1)]
        corners = "L".join(f"{x + reach * cos(at):.1f} {y + reach * sin(at):.1f}" for at in ends)
        wedges.append(f"M{x:g} {y:g}L{corners}z")
    return "".join(wedges)


def avatar_path(seat: int, size: float) -> str:
    """Return the shape of a seat's avatar."""
    a, b, c, d = (round(part * size, 1) for part in _CORNERS[seat])
    return (
        f"M{a} 0H{size - b:g}a{b} {b} 0 0 1 {b} {b}V{size - c:g}a{c} {c} 0 0 1 -{c} {c}"
        f"H{d}a{d} {d} 0 0 1 -{d} -{d}V{a}a{a} {a} 0 0 1 {a} -{a}z"
    )
