"""The decisions that made the difference."""

from collections.abc import Mapping

from .grades import FINE, Grade
from .judging import Judgement
from .whole import Place

MOST = 3


def turning_points(judged: Mapping[Place, Judgement]) -> tuple[Place, ...]:
    """Return a player's two costliest decisions and best find, in order.

    Without a find, the third costliest takes its place. What gave away no more than half a point
    made no difference.
    """
    costly = sorted(
        (place for place, verdict in judged.items() if verdict.given_away > FINE),
        key=lambda place: (-judged[place].given_away, place),
    )
    finds = sorted(
        (place for place, verdict in judged.items() if verdict.grade == Grade.FIND),
        key=lambda place: (-(judged[place].ahead or 0.0), place),
    )
    return tuple(sorted([*costly[: MOST - len(finds[:1])], *finds[:1]]))
