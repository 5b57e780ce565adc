"""The end of a training: games of the net's own, learnt by outcomes alone.

In the league a net gets used to partners weaker than itself, and to its own opinions.
"""

from concurrent.futures import ThreadPoolExecutor

import numpy as np

from ..value.network import Network
from .learning import learn, learner_from, network_of
from .opponents import stacked
from .selfplay import play_rounds

PIECES = 8
"""A generation is played in so many pieces, each with its own chance, whatever the threads."""
GENERATIONS = 30


def settled(
    players: int,
    network: Network,
    *,
    decisions: int,
    rate: float,
    exploring: float,
    wavering: float,
    slowness: float,
    seed: int,
    threads: int,
) -> Network:
    """Return ``network`` after some generations of ``decisions`` in games against itself."""
    learner, alone = learner_from(network), np.ones(1)
    with ThreadPoolExecutor(threads) as pool:
        for number in range(GENERATIONS):
            playing = stacked([network_of(learner.mean, learner.units)])
            pieces = [
                pool.submit(
                    play_rounds,
                    players,
                    decisions // PIECES,
                    playing,
                    exploring=exploring,
                    wavering=wavering,
                    trace=1.0,
                    shares=alone,
                    alone=False,
                    chance=np.random.default_rng([seed, players, number, piece, 1]),
                )
                for piece in range(PIECES)
            ]
            played = [piece.result() for piece in pieces]
            learn(
                learner,
                np.concatenate([rows for rows, _ in played]),
                np.concatenate([targets for _, targets in played]),
                rate,
                np.random.default_rng([seed, players, number, 1]),
                slowness,
            )
    return network_of(learner.mean, learner.units)
