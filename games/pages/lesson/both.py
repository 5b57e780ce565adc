"""The lesson's third turn: Scout & Show."""

from django.utils.translation import gettext as _

from games.pages.lesson.first_hand import BOLD, CALM, SECOND_TURN, THIRD_TURN
from games.pages.lesson.scene import (
    Press,
    Scene,
    bot_avatar,
    hand,
    hand_with_gaps,
    my_hand,
    opponents,
    ring,
    ring_left,
    selections,
)
from games.rules.scouting import left_in_ring, scouted_card
from games.rules.state import RoundState
from games.words.sets import Sentence


def both_scenes(state: RoundState) -> tuple[Scene, ...]:
    """Return its scenes."""
    cards, active = my_hand(state), state.active
    six, rest = scouted_card(active, "left"), left_in_ring(active, "left")
    start = Sentence(
        _("Press Scout & Show"), _("Scouting and showing at once: it’s there once a round.")
    )
    first_both = Sentence(
        _("The button below comes first"), _("Press Scout & Show, then take the 6.")
    )

    def scout(number: int, other: int, hint: Sentence | None, go: str = "") -> Press:
        return Press(
            _("Scout {number}").format(number=number),
            go=go,
            hint=hint,
            classes="outline-blue",
            icon="down",
            note=_("or flip to {number}").format(number=other),
        )

    stays = Sentence(_("The 6 lies well after your 5"), _("There it makes 3-4-5-6."))
    gap = [
        Press(label, hint=stays)
        for label in (
            _("Gap 1 of 4, before the 3"),
            _("Gap 2 of 4, between 3 and 4"),
            _("Gap 3 of 4, between 4 and 5"),
        )
    ]
    cancel = Press(_("Cancel"), go="both-start")
    full = cards + bytes([six])
    left, right = scout(6, 3, first_both), scout(8, 9, first_both)
    take_left = scout(6, 3, None, go="both-place")
    take_right = scout(
        8, 9, Sentence(_("The 8 would join nothing"), _("Take the 6: it follows your 5."))
    )
    return (
        Scene(
            name="both-start",
            after="scout-send",
            moves=(SECOND_TURN, THIRD_TURN),
            step=2,
            title=_("Now both at once"),
            text=_(
                "Your 3-4-5 is too low for 6-7-8. But once a round you may scout and show in one "
                "turn. Press Scout & Show."
            ),
            news=(
                (bot_avatar(CALM), _("Calm put your old 7 into a gap, and showed 6-7-8-9.")),
                (bot_avatar(BOLD), _("Bold scouted the 9.")),
            ),
            opponents=opponents(state),
            ring=ring(state, whole=False, left=left, right=right),
            hand=hand(cards, _("Your hand"), fresh=-1),
            question=Sentence(
                _("Nothing in your hand beats 6-7-8"), _("Scout, or try Scout & Show.")
            ),
            hint=start,
            buttons=(
                Press(
                    _("Scout"),
                    hint=Sentence(
                        _("That would be your whole turn"), _("Press Scout & Show, and do both.")
                    ),
                    classes="outline-blue",
                    icon="down",
                ),
                Press(_("Scout & Show"), go="both-take", icon="swap", classes="main"),
                Press(
                    _("Show"),
                    hint=Sentence(
                        _("3-4-5 doesn’t beat 6-7-8"),
                        _("Runs compare by their lowest card. Press Scout & Show."),
                    ),
                    classes="off",
                    icon="up",
                ),
            ),
        ),
        Scene(
            name="both-take",
            step=2,
            title=_("First the scout"),
            text=_("Your 3-4-5 goes on with a 6, and one lies at the left end. Press Scout 6."),
            opponents=opponents(state),
            ring=ring(state, whole=False, left=take_left, right=take_right),
            hand=hand(cards, _("Choose the card to scout")),
            question=Sentence(
                _("Which card?"), _("Press Scout at the left or the right end of the set.")
            ),
            hint=Sentence(_("Take the 6"), _("Press Scout 6, left of the set.")),
            buttons=(cancel,),
        ),
        Scene(
            name="both-place",
            step=2,
            title=_("It has found its place"),
            text=_(
                "After your 5 it makes 3-4-5-6. The table offers such a gap by itself. "
                "Press Next: choose your show."
            ),
            opponents=opponents(state),
            ring=ring(
                state,
                whole=False,
                taken=0,
                left=Press(
                    _("Taking {number}").format(number=6),
                    hint=Sentence(_("You are taking the 6"), _("Press Next: choose your show.")),
                    classes="blue",
                ),
            ),
            hand=hand_with_gaps(cards, six, 3, dict(enumerate(gap))),
            question=Sentence(
                _("Makes 3-4-5-6 in your hand"), _("Calm gets a chip. 7-8 stays in the ring.")
            ),
            hint=Sentence(_("All is ready"), _("Press Next: choose your show.")),
            sides=(
                Press(
                    _("Keep {number}").format(number=6),
                    hint=Sentence(_("The 6 is up"), _("That’s the number you need.")),
                    classes="on",
                ),
                Press(
                    _("Flip to {number}").format(number=3),
                    hint=Sentence(
                        _("Turned over it would be a 3"), _("Keep the 6: it follows your 5.")
                    ),
                    icon="swap",
                ),
            ),
            buttons=(
                cancel,
                Press(_("Next: choose your show"), go="both-show", classes="main blue"),
            ),
        ),
        Scene(
            name="both-show",
            step=2,
            title=_("Then the show"),
            text=_(
                "7-8 is left in the ring, and four cards beat two. Choose your whole hand, then "
                "press the red button."
            ),
            opponents=opponents(state),
            ring=ring_left(rest, CALM, _("Your 6 is in hand. Show all four.")),
            hand=hand(full, _("Choose your show"), selecting=True, fresh=3),
            question=Sentence(_("Choose all four cards"), _("Then press the red button.")),
            hint=Sentence(_("Choose all four cards"), _("Press each card of your hand.")),
            selections=selections(
                full,
                rest,
                button=_("Scout {number}, show").format(number=6),
                wanted="0-4",
                go="done",
                advice=_("Here, choose all four."),
                good=_("Your hand is empty, so the round ends."),
            ),
            buttons=(
                Press(_("Back"), go="both-place"),
                Press(
                    _("Scout {number}, show").format(number=6),
                    hint=Sentence(
                        _("Choose your cards first"), _("Press all four cards of your hand.")
                    ),
                    classes="main red",
                    icon="up",
                ),
            ),
        ),
    )
