"""The bot *expert* where it looks ahead: in its best moves, a few of its own turns deep.

Where the net says that two or three moves are worth much the same, each of them is tried in many
deals of the cards that nobody has shown (:mod:`games.bots.fast.ahead`); how many these are is
fixed, so the same position gets the same move on a quick machine and on a slow one. It needs Numba,
without which the site runs and *expert* plays by the net alone.
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
"""So many moves are looked into at the most ..."""
CLEAR = 1.5
"""... that the net thinks no further apart than this, in what positions are worth."""
DEALS = 40
TURNS = {2: 2, 3: 2, 4: 1, 5: 1}
"""How many turns of its own the bot looks ahead, by number of players."""
PRIOR = 5.0
"""What the net itself thinks of a move counts as so many deals."""


def choose(view: View, chance: Random, folder: Path = FOLDER) -> Move:
    """The move that is worth most when one looks ahead, and late in a round as *expert* does."""
    # Somebody without cards is in no game, but may be in a view that somebody made up.
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
    # Compiled when it is needed first: only who asks for this bot needs Numba.
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
    """Compile what looking ahead needs, or read it from this machine's cache: some time in advance.

    It takes about a minute where that was not done before. ``ImportError`` without Numba.
    """
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
