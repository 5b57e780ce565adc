"""The verdict on the set that is chosen."""

from django.utils.translation import gettext as _

from games.pages.table.choices import Choice
from games.pages.table.plan.box import PlanBox
from games.pages.table.plan.verdicts import offer, plan_verdict
from games.rules.cards import Cards
from games.rules.scouting import left_in_ring, scouted_card, with_card
from games.rules.views import View
from games.words.sets import Sentence, Verdict, addition, judge


def judged(
    view: View, choice: Choice, box: PlanBox | None = None, *, legal_sets: bool
) -> tuple[Verdict | None, Cards]:
    """Return the verdict, if asked for, and the set to beat.

    ``box`` is the viewer's plan; ``legal_sets`` permits suggesting a card.
    """
    active = view.active_set.cards if view.active_set else b""
    hand = view.hand or b""
    if choice.showing and choice.end and choice.to is not None:
        hand = with_card(hand, choice.to, scouted_card(active, choice.end, choice.flip))
        active = left_in_ring(active, choice.end)
    if not choice.judged or not choice.cards:
        return None, active
    if choice.slice is not None and choice.plans and box:
        return plan_verdict(hand[slice(*choice.slice)], offer(view, choice, box)), active
    if choice.slice is None:
        sentence = Sentence(
            _("These cards don’t lie side by side"), _("A set is made of neighbours in your hand.")
        )
        return Verdict(False, sentence, "show"), active
    start, stop = choice.slice
    verdict = judge(hand[start:stop], active, left=choice.at_once)
    if legal_sets and not verdict.good:
        verdict = verdict.advised(addition(hand, start, stop, active))
    return verdict, active
