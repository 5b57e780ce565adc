"""The seats at a table in training and measurement, and how each of them moves."""

from collections.abc import Sequence

import numpy as np

from ..value.network import Floats, Network
from .compiling import compiled
from .sparring import STYLES, Weights, partner_move, turns_hand
from .table import TURN, TURNS, Ints, RoundArrays
from .thinking import (
    Mind,
    knowledge_at,
    value_moves,
    value_orientations,
)

LEARNER = 0
"""The kind of a seat: the first net; then the styles of :mod:`.sparring`; then the other nets."""
STEADY, RUSHER, HOARDER = 1, 2, 3
OTHER_NETS = 1 + STYLES
LONG_ROUND = 60
NEARLY = 1.0
"""As in :mod:`.expert`."""


def stacked(networks: list[Network]) -> Network:
    """Return ``networks`` in one, each array with a leading axis.

    A smaller net gets units that do nothing.
    """
    return Network(*(_stacked(arrays) for arrays in zip(*networks, strict=True)))


def _stacked(arrays: Sequence[Floats]) -> Floats:
    shape = np.max([array.shape for array in arrays], axis=0)
    room = np.zeros((len(arrays), *shape), np.float32)
    for number, array in enumerate(arrays):
        room[number][tuple(map(slice, array.shape))] = array
    return room


@compiled
def network_of_kind(networks: Network, kind: int) -> Network:
    """Return the net of a ``kind`` of seat."""
    number = 0 if kind == 0 else kind - STYLES
    return Network(
        networks.weights1[number],
        networks.biases1[number],
        networks.weights2[number],
        networks.biases2[number],
        networks.weights3[number],
        networks.bias3[number],
    )


@compiled
def is_partner(kind: int) -> bool:
    """Return whether a seat of ``kind`` plays by the weights of *steady*."""
    return 1 <= kind <= STYLES


@compiled
def turns(
    table: RoundArrays, seat: int, kind: int, deck: Ints, mind: Mind, networks: Network
) -> bool:
    """Return whether ``seat`` turns its hand."""
    know = knowledge_at(table, seat, deck, mind)
    if is_partner(kind):
        return turns_hand(know, mind)
    value_orientations(know, network_of_kind(networks, kind), mind)
    return bool(mind.values[1] > mind.values[0])


@compiled
def chosen_by(
    kind: int,
    table: RoundArrays,
    deck: Ints,
    mind: Mind,
    networks: Network,
    weights: Weights,
    chance: np.random.Generator,
) -> int:
    """Return the index in ``mind.found.moves`` of the move that the seat to act chooses."""
    know = knowledge_at(table, table.facts[TURN], deck, mind)
    if is_partner(kind):
        return int(partner_move(know, mind, weights[kind - 1]))
    count = value_moves(know, network_of_kind(networks, kind), mind)
    if table.facts[TURNS] < LONG_ROUND:
        return int(mind.values[:count].argmax())
    best = mind.values[:count].max()
    chosen, near = 0, 0
    for number in range(count):
        if mind.values[number] >= best - NEARLY:
            near += 1
            if chance.random() * near < 1.0:
                chosen = number
    return chosen
