"""The state of a round."""

from typing import Literal, NamedTuple

from .cards import Cards

EndedBy = Literal["empty_hand", "unbeaten", "turn_limit"]

TURN_LIMIT = 200
"""Turns after which a round ends as it stands; the rules set no limit."""

TWO_PLAYER_CHIPS = 3


class RoundState(NamedTuple):
    """A round: a named tuple, the fastest to make in playouts."""

    hands: tuple[Cards, ...]
    starter: int
    flips: tuple[bool | None, ...]
    """Whether each seat turned its hand; None until it has chosen."""
    turn: int
    active: Cards
    owner: int | None
    """The seat that showed last, even if its set was scouted away; None before any Show."""
    collected: tuple[int, ...]
    chips: tuple[int, ...]
    scout_and_show: tuple[bool, ...]
    turns: int
    scouts: int
    """Turns since the last Show."""
    ended_by: EndedBy | None
    ender: int | None
    """The seat that ended the round; None before that and after the turn limit."""

    @property
    def players(self) -> int:
        return len(self.hands)

    @property
    def oriented(self) -> bool:
        return None not in self.flips

    @property
    def over(self) -> bool:
        return self.ended_by is not None

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may act now, ascending."""
        if self.ended_by is not None:
            return ()
        if None in self.flips:
            return tuple(seat for seat, flip in enumerate(self.flips) if flip is None)
        return (self.turn,)
