"""The bot *expert* with look-ahead.

It tries moves of similar value in equally many deals on any machine.
"""

from pathlib import Path
from random import Random

import numpy as np

from games.bots import expert
from games.bots.value.network import FOLDER, load
from games.rules import game as rules
from games.rules.deal import SECRET_BYTES, deal_round
from games.rules.moves import Move, Orient
from games.rules.views import View, view_for

CANDIDATES = 3
"""The most moves to try."""
CLEAR = 1.5
"""Points by which their values may fall short of the best."""
DEALS = 40
TURNS = {2: 2, 3: 2, 4: 1, 5: 1}
"""Own turns to look ahead, by number of players."""
PRIOR = 5.0
"""The deals that the net's own opinion of a move counts for."""


def choose(view: View, chance: Random, folder: Path = FOLDER) -> Move:
    """Return the best move by look-ahead; late in a long round, *expert*'s."""
    # Nobody without cards is in a game, but a made-up view may have such a seat.
    if (
        view.phase == "orient"
        or len(view.history) >= expert.LONG_ROUND
        or not all(view.hand_counts)
    ):
        return expert.choose(view, chance, folder)
    valued = expert.worths(view, folder)[:CANDIDATES]
    close = [(worth, move) for worth, move in valued if worth >= valued[0][0] - CLEAR]
    if len(close) == 1:
        return close[0][1]
    # Imported here because only this bot needs Numba.
    from games.bots.fast.ahead import worths_ahead

    found = worths_ahead(
        view,
        [move for _, move in close],
        load(view.players, folder),
        deals=DEALS,
        turns=TURNS[view.players],
        chance=np.random.default_rng(chance.getrandbits(64)),
    )
    sums = [PRIOR * worth + DEALS * ahead for (worth, _), ahead in zip(close, found, strict=True)]
    return close[sums.index(max(sums))][1]


def get_ready() -> None:
    """Compile or load the look-ahead. Raise ``ImportError`` without Numba."""
    from games.bots.fast.ahead import worths_ahead

    state = rules.deal(rules.new_game(2), deal_round(bytes(SECRET_BYTES), "", 2, 0))
    for seat in range(2):
        state = rules.play(state, seat, Orient(flip=False))
    view = view_for(state, state.to_act[0])
    worths_ahead(
        view,
        view.legal_moves()[:1],
        load(2),
        deals=1,
        turns=1,
        chance=np.random.default_rng(0),
    )
