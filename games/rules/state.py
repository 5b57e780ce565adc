"""Where a round stands."""

from typing import Literal, NamedTuple

from games.rules.cards import Cards

EndedBy = Literal["empty_hand", "unbeaten", "turn_limit"]

TURN_LIMIT = 200
"""After so many turns a round ends as it stands (a decision: nothing else bounds it)."""

TWO_PLAYER_CHIPS = 3
"""The Scout chips each of two players starts a round with."""


class RoundState(NamedTuple):
    """All there is to know about a round: an immutable value.

    A named tuple and not a frozen dataclass because a new one is made for every move of every
    playout, and a tuple is made several times faster.
    """

    hands: tuple[Cards, ...]
    """Each seat's hand as it lies now, left to right."""
    starter: int
    """The seat that plays first."""
    flips: tuple[bool | None, ...]
    """Whether each seat turned its hand; None until it has chosen."""
    turn: int
    """The seat to play, once all have chosen their orientation."""
    active: Cards
    """The Active Set, left to right; empty when there is none."""
    owner: int | None
    """The seat that showed last, also when its set has been scouted away; None before any Show."""
    collected: tuple[int, ...]
    """How many cards lie in each seat's pile."""
    chips: tuple[int, ...]
    """How many Scout chips each seat has."""
    scout_and_show: tuple[bool, ...]
    """Whether each seat still has its Scout & Show chip."""
    turns: int
    """How many turns have been played."""
    scouts: int
    """How many turns since the last Show: all of them were Scouts."""
    ended_by: EndedBy | None
    """How the round ended; None while it goes on."""
    ender: int | None
    """The seat that ended the round; None while it goes on and after the turn limit."""

    @property
    def players(self) -> int:
        return len(self.hands)

    @property
    def oriented(self) -> bool:
        """Whether every seat has chosen its orientation."""
        return None not in self.flips

    @property
    def over(self) -> bool:
        return self.ended_by is not None

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may act now, ascending: all that have not chosen, or the one to play."""
        if self.ended_by is not None:
            return ()
        if None in self.flips:
            return tuple(seat for seat, flip in enumerate(self.flips) if flip is None)
        return (self.turn,)
