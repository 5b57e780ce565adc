"""The action bar while a player plans, and while a plan waits to be played."""

from dataclasses import replace

from django.utils.translation import gettext as _

from games.pages.table.buttons import BAD, GOOD, Bar, Button, choosing, said
from games.pages.table.choices import Choice
from games.pages.table.plan.box import PlanBox
from games.pages.table.plan.own import active_in, may_take
from games.pages.table.plan.verdicts import asks_first_show, offer
from games.pages.table.scouting import scouting
from games.rules.cards import Card, bottom, top
from games.rules.views import View
from games.words.people import People
from games.words.sets import OWN, Sentence, Verdict, numbers

PENCIL = ("plan", "✎")


def planning_bar(
    view: View,
    people: People,
    choice: Choice,
    box: PlanBox,
    verdict: Verdict | None,
    refused: Sentence | None,
) -> Bar:
    """Return the bar for choosing the next order."""
    if choice.mode and not choice.showing:
        return _scouting(view, people, choice, box, refused)
    return choosing(
        PENCIL,
        _ask(view, choice, box),
        "",
        (*_before(view, people, choice, box), _add(view, choice, box, verdict)),
        None if box.full else verdict,
        refused,
        good=GOOD if asks_first_show(view, box) else PENCIL,
    )


def _before(view: View, people: People, choice: Choice, box: PlanBox) -> list[Button]:
    """Return the buttons besides the one that adds."""
    if choice.showing:
        return [Button("back", _("Back"), "")]
    if asks_first_show(view, box):
        return [Button("plan-off", _("I’ll decide"), "")]
    buttons = [Button("plan-off", _("Done"), "")]
    if may_take(view, people) and view.players > 2 and view.scout_and_show[view.seat or 0]:
        buttons.append(Button("both", _("Scout & Show"), "", "swap", off=box.full))
    return buttons


def _add(view: View, choice: Choice, box: PlanBox, verdict: Verdict | None) -> Button:
    """Return the button that adds to the plan, naming the set where it plans the first show."""
    label = unnamed = named = _("Add to my plan")
    if asks_first_show(view, box):
        label = unnamed = _("Plan to show")
        named = _("Plan to show {set}")
        if verdict and verdict.good and choice.slice and view.hand:
            label = named.replace(OWN, numbers(view.hand[slice(*choice.slice)]))
    off = box.full or (verdict is not None and not verdict.good)
    return _adds(label, off=off, named=named, unnamed=unnamed)


def _adds(label: str, *, off: bool, named: str = "", unnamed: str = "") -> Button:
    classes = "main" if off else "main ink"
    return Button(
        "add", label, classes, "pencil", off=off, named=named, unnamed=unnamed, of_plan=True
    )


def _ask(view: View, choice: Choice, box: PlanBox) -> Sentence:
    """Return what the bar says before anything is chosen."""
    if box.full:
        return Sentence(_("Five orders are the most"), _("Remove one to add another."))
    if choice.showing:
        return Sentence(_("Choose any set to show"), offer(view, choice, box).reason)
    if asks_first_show(view, box):
        return Sentence(_("Choose your first show"), offer(view, choice, box).reason)
    if active_in(view):
        return Sentence(_("Plan your turn"), _("Choose as if it were your turn."))
    return Sentence(_("Plan your turn"), _("Choose any set."))


def _scouting(
    view: View, people: People, choice: Choice, box: PlanBox, refused: Sentence | None
) -> Bar:
    bar = scouting(view, people, choice, None)
    cancel, *_others = bar.buttons
    if bar.compose is None:
        ask = Sentence(_("Which card?"), _("Press the left or the right end of the set."))
        return said(BAD if refused else PENCIL, refused or ask, (cancel,))
    there = choice.to is not None
    go = (
        Button("next", _("Next: choose your show"), "main ink" if there else "main", off=not there)
        if choice.mode == "both"
        else _adds(_("Add to my plan"), off=not there or box.full)
    )
    compose = replace(bar.compose, effect=_("Only if it lies at an end then."))
    return said(BAD if refused else PENCIL, refused or Sentence(""), (cancel, go), compose)


def planning_phrases(
    placing: dict[str, object] | None, bar: Bar, card: Card | None
) -> dict[str, object] | None:
    """Return what the script says while a gap for ``card`` is chosen.

    ``placing`` says it of a scout.
    """
    if placing is None or bar.compose is None or card is None:
        return None
    taken = _("Planning to take the {number}, other side {other}.")
    return {
        **placing,
        "both": False,
        "effect": bar.compose.effect,
        "dead": "",
        "taken": taken.format(number=top(card), other=bottom(card)),
    }


def planned_first(box: PlanBox) -> Bar:
    """Return the bar of the round's first player, whose first show is planned."""
    title = _("Planned: {order} first").format(order=box.lines[0].title)
    sentence = Sentence(title, _("As soon as everyone has chosen."))
    return said(GOOD, sentence, (Button(box.opens, _("Change"), ""),))


def played_soon(title: str, refused: Sentence | None) -> Bar:
    """Return the bar while a plan waits to be played; ``title`` names the order, never when."""
    sentence = Sentence(
        _("Your plan will be played: {order}").format(order=title),
        _("You can also play it now, or decide yourself."),
    )
    buttons = (
        Button("clear", _("I’ll decide"), "", of_plan=True),
        Button("play", _("Play it now"), "main ink", of_plan=True),
    )
    return said(BAD if refused else GOOD, refused or sentence, buttons)
