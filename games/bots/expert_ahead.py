"""The bot *expert* with look-ahead.

It tries moves of similar value in equally many deals on any machine.
"""

from collections.abc import Sequence
from pathlib import Path
from random import Random

import numpy as np

from ..rules import game as rules
from ..rules.deal import SECRET_BYTES, deal_round
from ..rules.moves import Move, Orient
from ..rules.views import View, view_for
from . import expert
from .search import BY_DEALS, Search
from .value.network import FOLDER, load

# What moves bring in rounds as they were dealt: docs/bots.md.
OPINION = {2: 0.4, 3: 2.0, 4: 1.0, 5: 1.0}
"""How much the net's own opinion counts, by number of players."""
SEARCH = {
    players: search._replace(opinion=OPINION[players]) for players, search in BY_DEALS.items()
}
"""To choose a move, by number of players."""
TELLING = {players: search._replace(deals=60, sifted=0) for players, search in SEARCH.items()}
"""To tell what each move brings, by number of players."""
ORIENTING = Search(candidates=2, clear=4.0, deals=200, turns=2, opinion=0.025)
"""Before the first turn, with any number of players."""


def choose(view: View, chance: Random, folder: Path = FOLDER) -> Move:
    """Return the best move by look-ahead; late in a long round, *expert*'s."""
    if not can_look(view):
        return expert.choose(view, chance, folder)
    # Imported here because only this bot needs Numba.
    from .fast.ahead import best_ahead
    from .fast.orienting import orientation_worths

    network, search = load(view.players, folder), search_of(view)
    deals = np.random.default_rng(chance.getrandbits(64))
    if view.phase == "orient":
        kept, turned = orientation_worths(view, network, search, deals)
        return Orient(flip=turned > kept)
    return best_ahead(view, network, search, deals)


def can_look(view: View) -> bool:
    """Return whether it looks ahead."""
    # Nobody without cards is in a game, but a made-up view may have such a seat.
    return all(view.hand_counts) and len(view.history) < expert.LONG_ROUND


def search_of(view: View, *, telling: bool = False) -> Search:
    """Return how far it looks ahead: to choose, or for ``telling`` what each move brings."""
    if view.phase == "orient":
        return ORIENTING
    return (TELLING if telling else SEARCH)[view.players]


def worths(view: View, valued: Sequence[tuple[float, Move]], chance: Random) -> list[float]:
    """Return what legal moves bring from now on by look-ahead, each given with its worth without.

    The view must pass :func:`can_look`.
    """
    # Imported here because only look-ahead needs Numba.
    from .fast.ahead import worths_ahead
    from .fast.orienting import orientation_worths

    network, search = load(view.players), search_of(view, telling=True)
    deals = np.random.default_rng(chance.getrandbits(64))
    if view.phase == "orient":
        both = orientation_worths(view, network, search, deals)
        return [both[isinstance(move, Orient) and move.flip] for _by_net, move in valued]
    return worths_ahead(view, valued, network, search, deals)


def get_ready() -> None:
    """Compile or load the look-ahead. Raise ``ImportError`` without Numba."""
    state = rules.deal(rules.new_game(2), deal_round(bytes(SECRET_BYTES), "", 2, 0))
    choose(view_for(state, 0), Random(0))
    for seat in range(2):
        state = rules.play(state, seat, Orient(flip=False))
    choose(view_for(state, state.to_act[0]), Random(0))
