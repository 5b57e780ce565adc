"""The lesson's first two turns."""

from django.utils.translation import gettext as _

from games.pages.lesson.both import both_scenes
from games.pages.lesson.first_hand import BOLD, CALM, FIRST_TURN, SECOND_TURN, THIRD_TURN, states
from games.pages.lesson.scene import (
    Press,
    Scene,
    bot_avatar,
    hand,
    hand_with_gaps,
    my_hand,
    opponents,
    ring,
    selections,
)
from games.rules.scouting import scouted_card
from games.rules.state import RoundState
from games.words.sets import Sentence

PICTURES = (("show", (0, 1)), ("scout-send", ()), ("both-show", (0, 1, 2, 3)))
"""Without scripts: each turn's scene and selected cards."""


def scenes() -> tuple[Scene, ...]:
    """Return all scenes in order."""
    first, second, third = (states()[turn] for turn in (FIRST_TURN, SECOND_TURN, THIRD_TURN))
    return (_show(first), *_scout(second), *both_scenes(third))


def _show(state: RoundState) -> Scene:
    cards = my_hand(state)
    return Scene(
        name="show",
        step=0,
        title=_("Beat the 5"),
        text=_(
            "Your two 7s lie side by side and match: that’s a set. Two cards beat one. "
            "Choose both, then press Show."
        ),
        news=((bot_avatar(BOLD), _("Bold begins and shows a 5.")),),
        opponents=opponents(state),
        ring=ring(state),
        hand=hand(cards, _("Your hand"), selecting=True),
        question=Sentence(_("Choose your two 7s"), _("Then press Show.")),
        hint=Sentence(_("Choose your two 7s"), _("They are the first cards of your hand.")),
        selections=selections(
            cards,
            state.active,
            button=_("Show"),
            wanted="0-2",
            go="scout-take",
            advice=_("Here, choose both 7s."),
            good=_("You win 1 card."),
        ),
        buttons=(
            Press(
                _("Show"),
                hint=Sentence(_("Choose your cards first"), _("Press both 7s in your hand.")),
                classes="main red",
                icon="up",
            ),
        ),
    )


def _scout(state: RoundState) -> tuple[Scene, ...]:
    cards, four = my_hand(state), scouted_card(state.active, "right")
    take = Sentence(
        _("Take the 4"), _("It goes between your 3 and your 5. Press Scout 4, beside the ring’s 4.")
    )
    taken = ring(
        state,
        taken=2,
        right=Press(
            _("Taking {number}").format(number=4),
            hint=Sentence(_("You are taking the 4"), _("Now it needs a place in your hand.")),
            classes="blue",
        ),
    )
    sides = (
        Press(
            _("Keep {number}").format(number=4),
            hint=Sentence(_("The 4 is up"), _("That’s the number you need.")),
            classes="on",
        ),
        Press(
            _("Flip to {number}").format(number=2),
            hint=Sentence(_("Turned over it would be a 2"), _("Keep the 4: it makes 3-4-5.")),
            icon="swap",
        ),
    )
    between = Press(_("Gap 2 of 3, between 3 and 5"), go="scout-send")
    before = Press(
        _("Gap 1 of 3, before the 3"),
        hint=Sentence(
            _("There it would make 4-3"),
            _("Between your 3 and your 5 it makes a run of three: 3-4-5."),
        ),
    )
    after = Press(
        _("Gap 3 of 3, after the 5"),
        hint=Sentence(_("There it would make 5-4"), _("It lies well where it is: it makes 3-4-5.")),
    )
    back = Press(_("Cancel"), go="scout-take")
    return (
        Scene(
            name="scout-take",
            after="show",
            moves=(FIRST_TURN, SECOND_TURN),
            step=1,
            title=_("Nothing beats three cards? Scout"),
            text=_(
                "Your 3 and your 5 lack a 4, and one lies at the right end of Bold’s set. "
                "Press Scout 4."
            ),
            news=(
                (bot_avatar(CALM), _("Calm scouted one of your 7s: you got a chip.")),
                (bot_avatar(BOLD), _("Bold beat the other 7 with 6-5-4, and won it.")),
            ),
            opponents=opponents(state),
            ring=ring(
                state,
                left=Press(
                    _("Scout {number}").format(number=6),
                    hint=Sentence(
                        _("The 6 would make 5-6, a run of two"), _("Take the 4: it makes three.")
                    ),
                    classes="outline-blue",
                    icon="down",
                    note=_("or flip to {number}").format(number=1),
                ),
                right=Press(
                    _("Scout {number}").format(number=4),
                    go="scout-place",
                    classes="outline-blue",
                    icon="down",
                    note=_("or flip to {number}").format(number=2),
                ),
            ),
            hand=hand(cards, _("Your hand")),
            question=Sentence(
                _("Nothing in your hand beats 6-5-4"), _("So scout: take a card that helps you.")
            ),
            hint=take,
            buttons=(
                Press(_("Scout"), hint=take, classes="outline-blue", icon="down"),
                Press(
                    _("Scout & Show"),
                    hint=Sentence(_("That comes next"), _("For now just scout: press Scout 4.")),
                    icon="swap",
                ),
                Press(
                    _("Show"),
                    hint=Sentence(
                        _("3 and 5 are no match for three cards"), _("Scout first: press Scout 4.")
                    ),
                    classes="main off",
                    icon="up",
                ),
            ),
        ),
        Scene(
            name="scout-place",
            step=1,
            title=_("Fill the gap"),
            text=_(
                "The order of your hand never changes, but a gap can be filled. "
                "Press the gap between your 3 and your 5."
            ),
            opponents=opponents(state),
            ring=taken,
            hand=hand_with_gaps(cards, four, 2, {0: before, 1: between}),
            question=Sentence(_("Choose a gap"), _("The one between your 3 and your 5.")),
            hint=Sentence(
                _("Press the gap between 3 and 5"), _("It has a + on it, left of your 5.")
            ),
            sides=sides,
            buttons=(
                back,
                Press(
                    _("Scout the {number} here").format(number=4),
                    hint=Sentence(
                        _("Here it makes 5-4, a run of two"), _("Between 3 and 5 it makes three.")
                    ),
                    classes="main blue",
                    icon="down",
                ),
            ),
        ),
        Scene(
            name="scout-send",
            step=1,
            title=_("A run of three"),
            text=_(
                "3-4-5: your next turn will need it. Bold gets a chip for the 4. "
                "Press Scout the 4 here."
            ),
            opponents=opponents(state),
            ring=taken,
            hand=hand_with_gaps(cards, four, 1, {0: before, 2: after}),
            question=Sentence(_("Makes 3-4-5 in your hand"), _("6-5 stays in the ring.")),
            hint=Sentence(_("The 4 lies well there"), _("Press Scout the 4 here.")),
            sides=sides,
            buttons=(
                back,
                Press(
                    _("Scout the {number} here").format(number=4),
                    go="both-start",
                    classes="main blue",
                    icon="down",
                ),
            ),
        ),
    )
