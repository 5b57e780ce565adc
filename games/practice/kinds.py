"""What a position asks."""

from collections.abc import Sequence

from games.bots.reviewing.options import Option
from games.models import PracticeKind
from games.rules.moves import Orient, Scout, ScoutAndShow, Show

FAR = 2.0
"""Points by which the best move leads in a position to practise."""


def kind_of_position(kinds: Sequence[Option], gaps: Sequence[Option]) -> PracticeKind | None:
    """Return what a decision asks; None if it is nothing to practise.

    ``kinds`` are the best moves of different kinds, best first, and ``gaps`` the same scout by the
    hands that its gaps make, best first. The best move has to lead over the next kind by ``FAR``.
    What is asked follows from these two: Scout & Show is spent or saved if either of them is one;
    a scout and a show ask when to scout; two shows ask what to show. Two scouts ask for the gap if
    the best one leads over the next by ``FAR`` too, and otherwise when to scout, and what.
    """
    if len(kinds) < 2 or kinds[0].points - kinds[1].points < FAR:
        return None
    best, following = kinds[0].move, kinds[1].move
    if isinstance(best, Orient):
        return None
    if isinstance(best, ScoutAndShow) or isinstance(following, ScoutAndShow):
        return PracticeKind.BOTH
    if isinstance(best, Show) and isinstance(following, Show):
        return PracticeKind.SHOW
    if isinstance(best, Scout) and isinstance(following, Scout) and len(gaps) > 1:
        ahead = gaps[0].points - gaps[1].points
        return PracticeKind.GAP if ahead >= FAR else PracticeKind.SCOUT
    return PracticeKind.SCOUT
