"""Which expert judged: reviews of another one differ."""

import hashlib
from functools import cache
from pathlib import Path

from games.bots import expert, reviewing, value
from games.bots.sources import behaviour_digest
from games.bots.value.network import parameter_file

_SOURCES = (Path(expert.__file__), Path(value.__file__).parent, Path(reviewing.__file__).parent)


@cache
def judge_digest(players: int) -> str:
    """Return a digest of the expert's code and parameters for ``players``, and of the review's."""
    digest = hashlib.sha256(parameter_file(players).read_bytes())
    for place in _SOURCES:
        for source in sorted(place.glob("*.py")) if place.is_dir() else [place]:
            digest.update(behaviour_digest(source))
    return digest.hexdigest()[:16]
