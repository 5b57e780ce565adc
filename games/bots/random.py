"""The bot *random*: all legal moves are equally likely."""

from random import Random

from ..rules.moves import Move
from ..rules.views import View


def choose(view: View, chance: Random) -> Move:
    """Return a legal move."""
    return chance.choice(view.legal_moves())
