"""The seats at a table in training and measurement, and how each of them moves."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..value.features import SIZE
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


class Networks(NamedTuple):
    """Nets of any sizes, for compiled code."""

    parameters: Floats
    """Of each net a row, in the order of :class:`.Network`."""
    units: Ints
    """Of the hidden layers of each."""


def stacked(networks: Sequence[Network]) -> Networks:
    """Return ``networks`` in one."""
    rows = [np.concatenate([array.ravel() for array in network]) for network in networks]
    parameters = np.zeros((len(rows), max(map(len, rows))), np.float32)
    for number, row in enumerate(rows):
        parameters[number, : len(row)] = row
    units = [(network.biases1.size, network.biases2.size) for network in networks]
    return Networks(parameters, np.array(units, np.int64))


@compiled
def network_of_kind(networks: Networks, kind: int) -> Network:
    """Return the net of a ``kind`` of seat."""
    number = 0 if kind == 0 else kind - STYLES
    parameters = networks.parameters[number]
    units1, units2 = networks.units[number]
    biases1 = SIZE * units1
    weights2 = biases1 + units1
    biases2 = weights2 + units1 * units2
    weights3 = biases2 + units2
    bias3 = weights3 + units2
    return Network(
        parameters[:biases1].reshape(SIZE, units1),
        parameters[biases1:weights2],
        parameters[weights2:biases2].reshape(units1, units2),
        parameters[biases2:weights3],
        parameters[weights3:bias3].reshape(units2, 1),
        parameters[bias3 : bias3 + 1],
    )


@compiled
def is_partner(kind: int) -> bool:
    """Return whether a seat of ``kind`` plays by the weights of *steady*."""
    return 1 <= kind <= STYLES


@compiled
def turns(
    table: RoundArrays, seat: int, kind: int, deck: Ints, mind: Mind, networks: Networks
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
    networks: Networks,
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
