"""What makes a character: what it overlooks and what it likes."""

from enum import Enum
from typing import NamedTuple


class Overlooked(Enum):
    """What a character overlooks; each value ends the sentence "It overlooks …"."""

    TURNING_THE_HAND = "that the hand may be better the other way up"
    RUNS_DOWN = "runs downwards, like 5-4-3"
    RUNS = "that cards in a row make a set"
    ALIKE = "that cards with the same number make a set"
    RIGHT_END = "the card at the right end of the ring"
    BACKS = "the other side of a card to scout"
    JOINING = "that a scouted card can join two others"
    GAPS = "cards that would meet if those between them were gone"
    EARLY_SCOUT_AND_SHOW = "Scout & Show while it has something to show"
    SCOUT_AND_SHOW = "Scout & Show, unless it empties the hand"
    OTHER_HANDS = "what the others may hold, and so whether a set will stand"
    ENDING = "that somebody has few cards left"


class Likes(NamedTuple):
    """Leanings, in points."""

    showing: float = 0.0
    """To show rather than scout."""
    tens: float = 0.0
    """A card with the highest number in the hand."""
    long_runs: float = 0.0
    """A card of a run in the hand beyond the second."""
    turning: float = 0.0
    """To turn a card that it scouts: what it loses in its eyes if it does not."""
    depriving: float = 0.0
    """To scout the card that fits what the next player is known to hold, and not the other."""
    keeping_scout_and_show: float = 0.0
    """To have Scout & Show while the hand is long."""


class Character(NamedTuple):
    """Somebody to play with."""

    name: str
    line: str
    """What is true of how it plays: the rest of a sentence that begins with the name."""
    overlooks: frozenset[Overlooked] = frozenset()
    likes: Likes = Likes()
