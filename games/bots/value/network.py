"""The net of *expert*, in NumPy alone."""

from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from .features import SIZE

Floats = NDArray[np.float32]

FOLDER = Path(__file__).parent / "parameters"
FIRST = FOLDER / "first"
"""Of the expert before this one, which is a measure for it."""


def folder_of(bot: str) -> Path:
    """Return where the parameters of ``bot`` are: ``expert``, or ``expert@`` and a folder."""
    _name, _at, folder = bot.partition("@")
    return FOLDER / folder if (FOLDER / folder).is_dir() else Path(folder)


class Network(NamedTuple):
    """A net with two hidden layers."""

    weights1: Floats
    biases1: Floats
    weights2: Floats
    biases2: Floats
    weights3: Floats
    bias3: Floats


def values(network: Network, rows: Floats) -> Floats:
    """Return each row's expected margin over the others' mean."""
    hidden = np.maximum(rows @ network.weights1 + network.biases1, 0)
    hidden = np.maximum(hidden @ network.weights2 + network.biases2, 0)
    answer: Floats = (hidden @ network.weights3 + network.bias3)[:, 0]
    return answer


def parameter_file(players: int, folder: Path = FOLDER) -> Path:
    """Return the parameters' file for ``players``."""
    return folder / f"{players}.npz"


class ParametersError(ValueError):
    """A file lacks parameters that fit the net."""


@cache
def load(players: int, folder: Path = FOLDER) -> Network:
    """Return the net for ``players``, read once. Raise what :func:`read` raises."""
    return read(players, folder)


def read(players: int, folder: Path) -> Network:
    """Return the net for ``players`` in ``folder`` as it is now.

    Raise ``ParametersError`` without a net that takes as many features as there are.
    """
    path = parameter_file(players, folder)
    try:
        with np.load(path) as file:
            network = Network(*(file[name] for name in Network._fields))
    except (ValueError, KeyError, BadZipFile) as error:
        raise ParametersError(f"{path} holds no parameters of a net.") from error
    layers = (SIZE, network.biases1.size, network.biases2.size, 1)
    if [weights.shape for weights in network[::2]] != [*pairwise(layers)]:
        raise ParametersError(f"{path} holds no net of {SIZE} features: train it again.")
    return network
