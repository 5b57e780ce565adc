"""What the viewer's own plan changes at the table."""

from dataclasses import replace
from typing import NamedTuple

from games.pages.table.bar import bar_for
from games.pages.table.buttons import Bar, Button
from games.pages.table.choices import Choice
from games.pages.table.plan.bars import planned_first, planning_bar, played_soon
from games.pages.table.plan.box import PlanBox, plan_box
from games.pages.table.plan.own import may_plan, move_now, own_at
from games.pages.table.plan.said import PlanNote, from_plan, plan_note
from games.pages.table.plan.verdicts import asks_first_show
from games.people.standing import NOTHING, Barred
from games.play.tables import Table
from games.rules.cards import TOPS
from games.rules.sets import strength, stronger_sets
from games.rules.views import View
from games.words.people import People
from games.words.plans import order_in_full
from games.words.sets import Sentence, Verdict


class AtTable(NamedTuple):
    """The viewer's own plan, at the table."""

    choice: Choice
    box: PlanBox | None = None
    """None if there is nothing to plan now."""
    soon: str = ""
    """Names the order that is about to be played."""
    note: PlanNote | None = None
    turns: frozenset[int] = frozenset()
    """Which turns of the round plans made, from 1."""

    @property
    def number(self) -> str:
        """The number of the order being composed."""
        return str(self.box.next_number) if self.box and self.choice.plans else ""


def plan_at(table: Table, view: View, people: People, choice: Choice) -> AtTable:
    """Return what the viewer, and nobody else, sees of their plan."""
    own = own_at(table)
    note, turns = plan_note(own, table, view, people), from_plan(own, table, view)
    if not may_plan(table, view) or view.hand is None:
        found = move_now(own.orders, view)
        soon = order_in_full(found[0], found[0].shown(view.hand)) if found and view.hand else ""
        return AtTable(replace(choice, planning=""), None, soon, note, turns)
    box = plan_box(own, view.hand, choice)
    if asks_first_show(view, box) and not choice.planning:
        choice = _first_show(view, choice, legal_sets=table.game.show_legal_sets)
        box = plan_box(own, view.hand, choice)
    return AtTable(choice, box, "", note, turns)


def bar_with_plan(
    view: View,
    people: People,
    plan: AtTable,
    verdict: Verdict | None,
    refused: Sentence | None,
    *,
    due: str = "",
    kept: bool = False,
    barred: Barred = NOTHING,
) -> Bar:
    """Return the table's bar, or the plan's."""
    choice, box = plan.choice, plan.box
    if plan.soon:
        return played_soon(plan.soon, refused)
    if box is None:
        return bar_for(view, people, choice, verdict, refused, due=due, kept=kept, barred=barred)
    if choice.plans:
        return planning_bar(view, people, choice, box, verdict, refused)
    if view.phase == "orient" and view.starter == view.seat and box.lines and not refused:
        return planned_first(box)
    bar = bar_for(view, people, choice, verdict, refused, due=due, kept=kept)
    return replace(bar, opener=Button(box.opens, box.opener, "", "pencil"))


def _first_show(view: View, choice: Choice, *, legal_sets: bool) -> Choice:
    """Suggest the strongest set for the round's first show, if sets may be named."""
    tops = (view.hand or b"").translate(TOPS)
    sets = stronger_sets(tops) if legal_sets else []
    best = max(sets, key=lambda cut: strength(tops[cut[0] : cut[1]]), default=(0, 0))
    cards = choice.cards or tuple(range(*best))
    return replace(choice, planning="compose", cards=cards, judged=bool(cards))
