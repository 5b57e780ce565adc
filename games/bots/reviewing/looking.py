"""Look-ahead in reviews: the moves of a decision that come close are tried in deals."""

import hashlib
import json
from collections.abc import Sequence
from random import Random

from ...rules.moves import Move
from ...rules.views import View
from .. import expert_ahead
from .options import Option, lead


def looked_at(view: View, found: Sequence[Option], played: Move) -> list[Option]:
    """Return the options of a decision, best first, by look-ahead where the expert would look.

    ``found``: as the net has them, best first. The move ``played`` is always tried. What is not
    tried stays behind what is. The answer depends on the view alone.
    """
    close = _close(view, found)
    if len(close) < 2:
        return list(found)
    tried = [option for option in found if option in close or option.move == played]
    so_far = lead(view)
    valued = [(option.points - so_far, option.move) for option in tried]
    worths = expert_ahead.worths(view, valued, Random(_seed(view)))
    points = dict(zip(tried, (so_far + worth for worth in worths), strict=True))
    least = min(points[option] for option in close)
    again = [
        option._replace(points=points.get(option, min(option.points, least))) for option in found
    ]
    return sorted(again, key=lambda option: (-option.points, option.move != played))


def _close(view: View, found: Sequence[Option]) -> list[Option]:
    if not expert_ahead.can_look(view):
        return []
    search = expert_ahead.search_of(view, telling=True)
    near = [option for option in found if option.points >= found[0].points - search.clear]
    return near[: search.candidates]


def _seed(view: View) -> bytes:
    return hashlib.sha256(json.dumps(view.to_json(legal=False), sort_keys=True).encode()).digest()
