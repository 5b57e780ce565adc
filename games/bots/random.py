"""The bot *random*: any legal move, each equally likely. Good for tests, and for beating."""

from random import Random

from games.rules.moves import Move
from games.rules.views import View


def choose(view: View, chance: Random) -> Move:
    """One of the legal moves of ``view``, drawn by ``chance``."""
    return chance.choice(view.legal_moves())
