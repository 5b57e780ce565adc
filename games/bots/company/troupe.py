"""The eight, weakest first."""

from random import Random

from ...rules.moves import Move
from ...rules.views import View
from ..levels import Choose
from ..levels import gettext_noop as _
from .character import Character, Likes, Overlooked
from .thinking import choose

_NOBODY_ELSE = frozenset({Overlooked.OTHER_HANDS, Overlooked.ENDING})
"""What those overlook who look at their own hand and the ring alone."""
_BEGINNER = _NOBODY_ELSE | {Overlooked.RUNS_DOWN, Overlooked.BACKS, Overlooked.JOINING}

PIP = Character(
    "Pip",
    _("has no eye for runs."),
    overlooks=_BEGINNER | {Overlooked.RUNS, Overlooked.SCOUT_AND_SHOW},
    likes=Likes(showing=-2.0),
)
TILLY = Character(
    "Tilly",
    _("takes the card on the left."),
    overlooks=_BEGINNER | {Overlooked.RIGHT_END, Overlooked.SCOUT_AND_SHOW},
    likes=Likes(showing=-1.85),
)
OTTO = Character(
    "Otto",
    _("hoards tens."),
    overlooks=_BEGINNER | {Overlooked.TURNING_THE_HAND, Overlooked.EARLY_SCOUT_AND_SHOW},
    likes=Likes(tens=4.5),
)
LEV = Character(
    "Lev",
    _("likes runs and leaves pairs alone."),
    overlooks=_NOBODY_ELSE | {Overlooked.ALIKE, Overlooked.GAPS},
    likes=Likes(long_runs=0.7),
)
JUNO = Character(
    "Juno",
    _("turns the cards that you would keep."),
    overlooks=_NOBODY_ELSE
    | {
        Overlooked.TURNING_THE_HAND,
        Overlooked.RUNS_DOWN,
        Overlooked.JOINING,
        Overlooked.GAPS,
    },
    likes=Likes(turning=2.3),
)
CORVO = Character(
    "Corvo",
    _("takes the card that you needed."),
    overlooks=_NOBODY_ELSE | {Overlooked.TURNING_THE_HAND, Overlooked.BACKS, Overlooked.GAPS},
    likes=Likes(depriving=2.0),
)
MABEL = Character(
    "Mabel",
    _("likes to keep Scout & Show for the end."),
    likes=Likes(keeping_scout_and_show=1.4),
)
ADA = Character("Ada", _("forgets nothing."))
"""She thinks as *expert* does, not as the other seven."""

TROUPE = (PIP, TILLY, OTTO, LEV, JUNO, CORVO, MABEL, ADA)


def player(who: Character) -> Choose:
    """Return how ``who``, one of the first seven, chooses."""

    def choose_as(view: View, chance: Random) -> Move:
        return choose(who, view, chance)

    return choose_as
