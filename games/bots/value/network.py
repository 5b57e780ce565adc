"""The net of *expert*: what a position is worth, from its features. NumPy and nothing else."""

from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from games.bots.value.features import SIZE

Floats = NDArray[np.float32]

LAYERS = (SIZE, 48, 24, 1)
FOLDER = Path(__file__).parent / "parameters"


class Network(NamedTuple):
    """The parameters of a net with two hidden layers."""

    weights1: Floats
    biases1: Floats
    weights2: Floats
    biases2: Floats
    weights3: Floats
    bias3: Floats


def values(network: Network, rows: Floats) -> Floats:
    """What each of ``rows`` of features is worth: points above the others' mean, still to come."""
    hidden = np.maximum(rows @ network.weights1 + network.biases1, 0)
    hidden = np.maximum(hidden @ network.weights2 + network.biases2, 0)
    answer: Floats = (hidden @ network.weights3 + network.bias3)[:, 0]
    return answer


def parameter_file(players: int, folder: Path = FOLDER) -> Path:
    """The file with the parameters for ``players``."""
    return folder / f"{players}.npz"


@cache
def load(players: int, folder: Path = FOLDER) -> Network:
    """The net for ``players`` in ``folder``, read once a process; that which ships by default."""
    with np.load(parameter_file(players, folder)) as file:
        return Network(*(file[name] for name in Network._fields))
