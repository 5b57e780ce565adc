"""The net of *expert*, in NumPy alone."""

from functools import cache
from pathlib import Path
from typing import NamedTuple
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from .features import SIZE

Floats = NDArray[np.float32]

LAYERS = (SIZE, 128, 32, 1)
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
    """Return the net for ``players``.

    Raise ``ParametersError`` without a net of the right size.
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
