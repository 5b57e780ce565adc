"""The lesson's end: my last show stays in the ring, as at the table."""

from dataclasses import dataclass

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.pages.lesson.first_hand import CALM, END, NAMES, THIRD_TURN, states
from games.pages.lesson.scene import (
    LessonHand,
    LessonRing,
    Opponent,
    moves_json,
    opponents,
)
from games.rules.scouting import left_in_ring
from games.rules.state import RoundState
from games.words.sets import numbers, set_name, spoken


@dataclass(frozen=True, slots=True)
class End:
    """The table as it lies at the end."""

    opponents: tuple[Opponent, ...]
    ring: LessonRing
    hand: LessonHand
    after: str = "both-show"
    moves: tuple[int, int] = (THIRD_TURN, END)

    @property
    def moves_json(self) -> str:
        return moves_json(self.moves)


def last_scene(state: RoundState) -> End:
    """Return the lesson's end."""
    assert state.owner is not None
    beaten = left_in_ring(states()[THIRD_TURN].active, "left")
    said = _("It beat {name}’s {set}.")
    return End(
        opponents=opponents(state),
        ring=LessonRing(
            avatar=SafeString(""),
            title=_("Your set"),
            kind=set_name(state.active),
            cards=tuple((card, "") for card in state.active),
            label=spoken(state.active),
            sentence=format_html(said, name=NAMES[CALM], set=numbers(beaten)),
            stamp=_("Hand empty"),
        ),
        hand=LessonHand(title=_("Your hand"), note=_("none left"), cards=()),
    )
