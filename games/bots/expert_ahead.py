"""The bot *expert* with look-ahead.

It tries moves of similar value in equally many deals on any machine.
"""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np

from ..rules import game as rules
from ..rules.deal import SECRET_BYTES, deal_round
from ..rules.moves import Move, Orient
from ..rules.views import View, view_for
from . import expert
from .value.network import FOLDER, load


class Search(NamedTuple):
    """How widely and deeply to look ahead."""

    candidates: int
    """The most moves to try."""
    clear: float
    """Points by which their values may fall short of the best."""
    deals: int
    turns: int
    """Own turns to look ahead."""
    prior: float
    """The deals that the net's own opinion of a move counts for."""


SEARCH = {
    2: Search(candidates=4, clear=2.5, deals=60, turns=1, prior=5.0),
    3: Search(candidates=4, clear=2.5, deals=60, turns=1, prior=5.0),
    4: Search(candidates=4, clear=2.5, deals=60, turns=1, prior=5.0),
    5: Search(candidates=4, clear=2.5, deals=60, turns=1, prior=5.0),
}
"""By number of players."""


def choose(view: View, chance: Random, folder: Path = FOLDER) -> Move:
    """Return the best move by look-ahead; late in a long round, *expert*'s."""
    if not can_look(view) or len(view.history) >= expert.LONG_ROUND:
        return expert.choose(view, chance, folder)
    # Imported here because only this bot needs Numba.
    from .fast.ahead import best_ahead

    return best_ahead(
        view,
        load(view.players, folder),
        SEARCH[view.players],
        np.random.default_rng(chance.getrandbits(64)),
    )


def can_look(view: View) -> bool:
    """Return whether there is a turn to look ahead from."""
    # Nobody without cards is in a game, but a made-up view may have such a seat.
    return view.phase != "orient" and all(view.hand_counts)


def worths(view: View, valued: Sequence[tuple[float, Move]], chance: Random) -> list[float]:
    """Return what turns bring from now on by look-ahead, each given with its worth without.

    The view must pass :func:`can_look`, and the turns be legal.
    """
    # Imported here because only look-ahead needs Numba.
    from .fast.ahead import worths_ahead

    return worths_ahead(
        view,
        valued,
        load(view.players),
        SEARCH[view.players],
        np.random.default_rng(chance.getrandbits(64)),
    )


def get_ready() -> None:
    """Compile or load the look-ahead. Raise ``ImportError`` without Numba."""
    from .fast.ahead import best_ahead

    state = rules.deal(rules.new_game(2), deal_round(bytes(SECRET_BYTES), "", 2, 0))
    for seat in range(2):
        state = rules.play(state, seat, Orient(flip=False))
    view = view_for(state, state.to_act[0])
    best_ahead(view, load(2), SEARCH[2], np.random.default_rng(0))
