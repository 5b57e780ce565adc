"""Training the net: backpropagation in small batches, with Adam.

The order of sums is fixed, so a seed determines every bit.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..value.features import SIZE
from ..value.network import Floats, Network
from .compiling import compiled
from .table import Ints

BATCH = 256
SLOWNESS1, SLOWNESS2 = 0.9, 0.999
"""Adam's decay rates for the means of the slopes and of their squares."""
MEAN_SLOWNESS = 0.9995
"""The decay rate of the running mean of the parameters."""
UNITS = (128, 32)
"""Of the hidden layers, where a net begins to learn."""

Units = Sequence[int] | Ints


class Learner(NamedTuple):
    """A net in training."""

    parameters: Floats
    mean: Floats
    """Their running mean, which is steadier: it plays, and ships."""
    slopes: Floats
    squares: Floats
    steps: Ints
    units: Ints
    """Of the hidden layers."""


def new_learner(chance: np.random.Generator) -> Learner:
    """Return an untrained net with random weights (He initialisation)."""
    pieces = [
        chance.standard_normal(shape) * np.sqrt(2 / shape[0]) if len(shape) > 1 else np.zeros(shape)
        for shape in _shapes(UNITS)
    ]
    return _learner(pieces, UNITS)


def learner_from(network: Network) -> Learner:
    """Return a learner that begins as ``network``."""
    return _learner(network, (network.biases1.size, network.biases2.size))


def _learner(pieces: Iterable[NDArray[Any]], units: Units) -> Learner:
    parameters = np.concatenate([piece.ravel() for piece in pieces]).astype(np.float32)
    zeros = np.zeros_like(parameters)
    return Learner(
        parameters,
        parameters.copy(),
        zeros,
        zeros.copy(),
        np.zeros(1, np.int64),
        np.array(units, np.int64),
    )


def _shapes(units: Units) -> list[tuple[int, ...]]:
    layers = (SIZE, *map(int, units), 1)
    return [shape for inputs, size in pairwise(layers) for shape in ((inputs, size), (size,))]


def network_of(parameters: Floats, units: Units) -> Network:
    """Return the net with such hidden layers as a view into ``parameters``."""
    pieces, start = [], 0
    for shape in _shapes(units):
        stop = start + int(np.prod(shape))
        pieces.append(parameters[start:stop].reshape(shape))
        start = stop
    return Network(*pieces)


def learn(
    learner: Learner,
    rows: Floats,
    targets: Floats,
    rate: float,
    chance: np.random.Generator,
    slowness: float = MEAN_SLOWNESS,
) -> float:
    """Learn each row once, in random order; return the mean error.

    ``slowness`` is the running mean's decay rate.
    """
    slope = np.zeros_like(learner.parameters)
    order = chance.permutation(len(rows))
    return _learn(
        network_of(learner.parameters, learner.units),
        network_of(slope, learner.units),
        learner,
        slope,
        rows,
        targets,
        order,
        np.float32(rate),
        slowness,
    )


@compiled
def _learn(
    network: Network,
    into: Network,
    learner: Learner,
    slope: Floats,
    rows: Floats,
    targets: Floats,
    order: Ints,
    rate: np.float32,
    slowness: float,
) -> float:
    hidden1 = np.zeros(network.biases1.shape[0], np.float32)
    hidden2 = np.zeros(network.biases2.shape[0], np.float32)
    total = 0.0
    batches = len(order) // BATCH
    for batch in range(batches):
        slope[:] = 0
        for number in order[batch * BATCH : (batch + 1) * BATCH]:
            error = _add_slope(network, into, rows[number], targets[number], hidden1, hidden2)
            total += error**2
        _step(learner, slope, rate, slowness)
    return total / max(1, batches * BATCH)


@compiled
def _add_slope(
    network: Network,
    into: Network,
    row: Floats,
    target: np.float32,
    hidden1: Floats,
    hidden2: Floats,
) -> float:
    units1, units2 = hidden1.shape[0], hidden2.shape[0]
    hidden1[:] = network.biases1
    for index in range(row.shape[0]):
        value = row[index]
        if value != 0:
            for unit in range(units1):
                hidden1[unit] += value * network.weights1[index, unit]
    hidden2[:] = network.biases2
    for index in range(units1):
        value = hidden1[index]
        if value > 0:
            for unit in range(units2):
                hidden2[unit] += value * network.weights2[index, unit]
    answer = network.bias3[0]
    for index in range(units2):
        if hidden2[index] > 0:
            answer += hidden2[index] * network.weights3[index, 0]
    error = answer - target
    into.bias3[0] += error
    for index in range(units2):
        if hidden2[index] > 0:
            into.weights3[index, 0] += error * hidden2[index]
            hidden2[index] = error * network.weights3[index, 0]
            into.biases2[index] += hidden2[index]
        else:
            hidden2[index] = 0
    for index in range(units1):
        value = hidden1[index]
        if value > 0:
            back = np.float32(0)
            for unit in range(units2):
                into.weights2[index, unit] += value * hidden2[unit]
            for unit in range(units2):
                back += network.weights2[index, unit] * hidden2[unit]
            hidden1[index] = back
            into.biases1[index] += back
        else:
            hidden1[index] = 0
    for index in range(row.shape[0]):
        value = row[index]
        if value != 0:
            for unit in range(units1):
                into.weights1[index, unit] += value * hidden1[unit]
    return float(error)


@compiled
def _step(learner: Learner, slope: Floats, rate: np.float32, slowness: float) -> None:
    learner.steps[0] += 1
    steps = learner.steps[0]
    first = np.float32(SLOWNESS1)
    second = np.float32(SLOWNESS2)
    slow = np.float32(min(slowness, steps / (steps + 10)))
    one = np.float32(1)
    scale = np.float32(rate * np.sqrt(1 - SLOWNESS2**steps) / (1 - SLOWNESS1**steps))
    share = np.float32(1 / BATCH)
    for index in range(slope.shape[0]):
        down = slope[index] * share
        learner.slopes[index] = first * learner.slopes[index] + (one - first) * down
        learner.squares[index] = second * learner.squares[index] + (one - second) * down * down
        learner.parameters[index] -= (
            scale * learner.slopes[index] / (np.sqrt(learner.squares[index]) + np.float32(1e-8))
        )
        learner.mean[index] = slow * learner.mean[index] + (one - slow) * learner.parameters[index]
