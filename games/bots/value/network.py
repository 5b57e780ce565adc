"""The net of *expert*: what a position is worth, from its features. NumPy and nothing else."""

from functools import cache
from pathlib import Path
from typing import NamedTuple
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from games.bots.value.features import SIZE

Floats = NDArray[np.float32]

LAYERS = (SIZE, 128, 32, 1)
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
    """What each of ``rows`` of features is worth: points above the others' mean, still to come.

    Where the game's score counts it is the worth of these points and of the game that may be won,
    as :func:`games.bots.value.features.settled` has it.
    """
    hidden = np.maximum(rows @ network.weights1 + network.biases1, 0)
    hidden = np.maximum(hidden @ network.weights2 + network.biases2, 0)
    answer: Floats = (hidden @ network.weights3 + network.bias3)[:, 0]
    return answer


def parameter_file(players: int, folder: Path = FOLDER) -> Path:
    """The file with the parameters for ``players``."""
    return folder / f"{players}.npz"


class ParametersError(ValueError):
    """A file holds no parameters that the net can play by; the text says which."""


@cache
def load(players: int, folder: Path = FOLDER) -> Network:
    """The net for ``players`` in ``folder``, read once a process; that which ships by default.

    ``ParametersError`` if the file holds no net, or one of another size.
    """
    path = parameter_file(players, folder)
    try:
        with np.load(path) as file:
            network = Network(*(file[name] for name in Network._fields))
    except (ValueError, KeyError, BadZipFile) as error:
        raise ParametersError(f"{path} holds no parameters of a net.") from error
    sizes = (*network.weights1.shape, *network.weights2.shape[1:], *network.weights3.shape[1:])
    if sizes != LAYERS:
        raise ParametersError(
            f"{path} is for a net of {sizes}; this one is of {LAYERS}: train it again."
        )
    return network
