"""The verdict on one decision."""

from typing import NamedTuple

from ...rules.moves import Move
from ...rules.views import View
from .grades import Grade, grade_of
from .looking import looked_at
from .options import Option, kind_of, options

SHOWN = 3


class Judgement(NamedTuple):
    """A decision judged by what the seat could know then."""

    played: Option
    best: tuple[Option, ...]
    """The best moves of different kinds, best first."""
    given_away: float
    """Points against the best move; never below 0."""
    ahead: float | None
    """By how much the best kind of move leads over every other; None if there is no other."""
    grade: Grade


def judge(view: View, move: Move, *, look_ahead: bool = False) -> Judgement:
    """Return the verdict on ``move``, from the view alone: the same for the same view.

    ``look_ahead`` needs Numba.
    """
    found = options(view, move)
    if look_ahead:
        found = looked_at(view, found, move)
    played = next(option for option in found if option.move == move)
    best = found[0]
    others = [option for option in found if kind_of(view, option.move) != kind_of(view, best.move)]
    ahead = best.points - others[0].points if others else None
    given_away = best.points - played.points
    shown = [option for option in found if option is best or option in others][:SHOWN]
    return Judgement(played, tuple(shown), given_away, ahead, grade_of(given_away, ahead))
