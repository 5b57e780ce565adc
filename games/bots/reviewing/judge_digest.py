"""Which expert judged: reviews of another one differ."""

import hashlib
from functools import cache
from pathlib import Path

from .. import expert, expert_ahead, reviewing, search, value
from ..sources import behaviour_digest
from ..value.network import parameter_file

_SOURCES = (Path(expert.__file__), Path(value.__file__).parent, Path(reviewing.__file__).parent)
_AHEAD = (
    Path(expert_ahead.__file__),
    Path(search.__file__),
    Path(expert_ahead.__file__).parent / "fast",
)


@cache
def judge_digest(players: int, *, look_ahead: bool = False) -> str:
    """Return a digest of the expert's code and parameters for ``players``, and of the review's.

    ``look_ahead``: of the expert that looks ahead.
    """
    digest = hashlib.sha256(parameter_file(players).read_bytes())
    for place in _SOURCES + _AHEAD * look_ahead:
        for source in sorted(place.glob("*.py")) if place.is_dir() else [place]:
            digest.update(behaviour_digest(source))
    return digest.hexdigest()[:16]
