"""Whether a set can be planned, in words. Whether it beats the ring shows on the turn."""

from typing import Any

from django.utils.translation import gettext as _

from games.pages.table.choices import Choice
from games.pages.table.plan.box import PlanBox
from games.rules.cards import Cards
from games.rules.views import View
from games.words.sets import OWN, Sentence, Verdict, judge, numbers, verdicts


def asks_first_show(view: View, box: PlanBox) -> bool:
    """Return whether the round's first show is what is asked for."""
    return view.phase == "orient" and view.starter == view.seat and not box.lines


def offer(view: View, choice: Choice, box: PlanBox) -> Sentence:
    """Return the offer to plan a set, with ``OWN`` for its cards."""
    if asks_first_show(view, box):
        return Sentence(
            _("{set} for your first show?"), _("Played as soon as everyone has chosen.")
        )
    title = _("Add {set} to your plan?")
    if choice.showing:
        return Sentence(title, _("It’s played only if it beats what’s left in the ring then."))
    return Sentence(title, _("It’s played only if it beats what’s there on your turn."))


def plan_verdict(cards: Cards, offered: Sentence) -> Verdict:
    """Judge whether ``cards`` can be planned."""
    verdict = judge(cards, b"")
    if not verdict.good:
        return verdict
    return verdict._replace(
        sentence=offered._replace(title=offered.title.replace(OWN, numbers(cards)))
    )


def plan_verdicts(longest: int, offered: Sentence) -> dict[str, Any]:
    """Return all such verdicts, for the page's script."""
    return {**verdicts(b"", longest), "set": (True, *offered, "")}
