"""The record of each bot, kept in :mod:`.registry`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import NamedTuple, Protocol

from ..rules.cards import PLAYER_COUNTS
from ..rules.moves import Move
from ..rules.views import View

SUBSTITUTE = "steady"
"""The default level of substitutes."""

Choose = Callable[[View, Random], Move]


class ChooseBy(Protocol):
    """A choice by the parameters in a folder."""

    def __call__(self, view: View, chance: Random, folder: Path) -> Move:
        """Return a legal move of ``view``."""


class Goal(NamedTuple):
    """A bot's target, alone among bots of one level."""

    margin: float
    """Points a round above the others' mean: the lower end of the 95% interval."""
    won: float | None = None
    """The share of games to win, if the level has a target."""


@dataclass(frozen=True, kw_only=True)
class Bot:
    """A way to play."""

    name: str
    choose: Choose
    choose_by: ChooseBy | None = None
    """The same by the parameters in a folder."""
    goals: Mapping[str, Sequence[Goal]] | None
    """By the others' level, for 2 to 5 players; None if not measured."""
    thinks_long: bool = False
    """Whether its moves have their own queue, to hold up no email."""

    def __post_init__(self) -> None:
        if self.goals is None:
            return
        counts = {len(goals) for goals in self.goals.values()}
        if counts != {len(PLAYER_COUNTS)}:
            raise ValueError(f"{self.name} needs a goal for each number of players.")


def gettext_noop(message: str) -> str:
    """Mark ``message`` for translation, as in Django."""
    return message
