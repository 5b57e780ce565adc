"""One net of several, which begins as their mean.

What chance made a net misjudge in its training, the others mostly judge rightly. The mean of nets
is again a net: with all their hidden units, side by side.
"""

from collections.abc import Sequence

import numpy as np

from ..value.network import Floats, Network


def joined(networks: Sequence[Network]) -> Network:
    """Return the net whose value is the mean of the values of ``networks``."""
    share = np.float32(1 / len(networks))
    return Network(
        weights1=np.hstack([network.weights1 for network in networks]),
        biases1=np.hstack([network.biases1 for network in networks]),
        weights2=_side_by_side([network.weights2 for network in networks]),
        biases2=np.hstack([network.biases2 for network in networks]),
        weights3=np.vstack([network.weights3 for network in networks]) * share,
        bias3=np.sum([network.bias3 for network in networks], axis=0) * share,
    )


def _side_by_side(blocks: Sequence[Floats]) -> Floats:
    """Return ``blocks`` along the diagonal, with nothing between them."""
    heights, widths = zip(*(block.shape for block in blocks), strict=True)
    room = np.zeros((sum(heights), sum(widths)), np.float32)
    top = left = 0
    for block in blocks:
        height, width = block.shape
        room[top : top + height, left : left + width] = block
        top, left = top + height, left + width
    return room
