"""What a position is worth to a player who sees all that can be seen, in points."""

from typing import NamedTuple

from .character import Character, Likes


class Weights(NamedTuple):
    """The common sense of the eight; each overlooks some of it."""

    hand: float
    """What the sets in the hand are worth."""
    cards: float
    """A card in the hand."""
    one_show: float
    """A hand that one Show empties."""
    two_shows: float
    chip: float
    """A Scout & Show chip."""
    chip_by_cards: float
    """The same, a card in the hand."""
    stands: float
    """A set of one's own that nobody beats."""
    stands_by_cards: float
    unknown: float
    """A set of one's own, to those who overlook what the others may hold."""
    chips: float
    """A Scout chip to come."""
    scouting: float
    owner_stands: float
    """The owner's set, if nobody beats it."""
    owner_by_cards: float
    short: float
    """A card in the hand, for each that the shortest other hand has less than five."""


WEIGHTS = {
    2: Weights(0.7, 0.0, 0.6, 0.0, 0.0, 0.0, 0.5, 0.12, 0.0, 0.0, 1.5, 0.0, 0.0, -0.01),
    3: Weights(0.83, 0.0, 0.6, 0.0, 0.0, 0.23, 1.8, 0.0, 1.2, 0.0, 0.35, -0.7, -0.27, -0.03),
    4: Weights(0.88, -0.29, 0.85, 0.27, 0.3, 0.09, 0.97, 0.0, 0.5, 0.0, 0.29, -0.64, -0.02, -0.01),
    5: Weights(0.91, -0.43, 0.43, 0.08, 0.46, 0.1, 0.1, 0.0, 0.0, 0.21, 0.26, -0.16, 0.0, -0.01),
}
"""By number of players."""

LIKING = {2: 1.4, 3: 1.0, 4: 1.0, 5: 1.0}
"""How much likings count: with two players they would hardly be seen otherwise."""


def likes_of(who: Character, players: int) -> Likes:
    """Return what ``who`` likes at a table of ``players``."""
    return Likes(*(LIKING[players] * points for points in who.likes))
