"""How one bot fares alone among others, by compiled play."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..value.network import Network
from .compiling import compiled
from .opponents import Networks, chosen_by, stacked, turns
from .sparring import Weights, partner_weights
from .table import (
    ENDED_BY,
    PLAYING,
    SEATS,
    TURN,
    Ints,
    RoundArrays,
    deck_array,
    final_margin,
    new_table,
    play,
    shuffle,
    start_round,
    turn_hand,
)
from .thinking import Mind, new_mind

Worths = NDArray[np.float64]

PIECES = 8
NORMAL_95 = 1.96


class Margin(NamedTuple):
    """Points a round above the others' mean, with half of the 95% interval."""

    points: float
    within: float


@compiled
def _play_out(
    table: RoundArrays,
    kinds: Ints,
    deck: Ints,
    mind: Mind,
    networks: Networks,
    weights: Weights,
    chance: np.random.Generator,
) -> None:
    for seat in range(table.facts[0]):
        if turns(table, seat, kinds[seat], deck, mind, networks):
            turn_hand(table, seat)
    while table.facts[ENDED_BY] == PLAYING:
        kind = kinds[table.facts[TURN]]
        chosen = chosen_by(kind, table, deck, mind, networks, weights, chance)
        play(table, mind.found.moves[chosen])


@compiled
def _margins(
    players: int,
    one: int,
    others: int,
    deck: Ints,
    table: RoundArrays,
    mind: Mind,
    networks: Networks,
    weights: Weights,
    margins: Worths,
    chance: np.random.Generator,
) -> None:
    kinds = np.zeros(SEATS, np.int64)
    halves = 2 if players == 2 else 1
    for number in range(len(margins)):
        shuffle(deck, chance)
        for seat in range(players):
            kinds[:] = others
            kinds[seat] = one
            # Two players play the second round with the cards set aside.
            for half in range(halves):
                starter = (number + half) % players
                start_round(table, players, deck[22 * half :], starter, half == 0)
                _play_out(table, kinds, deck, mind, networks, weights, chance)
                margins[number] += final_margin(table, seat) / (players * halves)


def margin(
    players: int,
    one: int,
    others: int,
    networks: Sequence[Network],
    *,
    deals: int,
    seed: int | Sequence[int],
    threads: int = 1,
) -> Margin:
    """Return the margin of a seat of kind ``one`` among ``others`` (see :mod:`.opponents`).

    Each deal is played in all rotations of the seats and counts as one case.
    """
    nets, weights = stacked(networks), partner_weights(players)

    def play_piece(margins: Worths, chance: np.random.Generator) -> None:
        _margins(
            players,
            one,
            others,
            deck_array(players),
            new_table(),
            new_mind(),
            nets,
            weights,
            margins,
            chance,
        )

    return in_pieces(play_piece, deals=deals, seed=seed, threads=threads)


def in_pieces(
    play_piece: Callable[[Worths, np.random.Generator], None],
    *,
    deals: int,
    seed: int | Sequence[int],
    threads: int,
) -> Margin:
    """Return the mean of what ``play_piece`` writes, a margin a deal, whatever the threads."""
    pieces = [np.zeros(len(piece)) for piece in np.array_split(np.zeros(deals), PIECES)]
    chances = [np.random.default_rng([*np.atleast_1d(seed), number]) for number in range(PIECES)]
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(play_piece, pieces, chances))
    found = np.concatenate(pieces)
    within = NORMAL_95 * float(found.std(ddof=1)) / sqrt(deals) if deals > 1 else 0.0
    return Margin(float(found.mean()), within)
