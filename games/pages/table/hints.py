"""An expert's advice in words."""

from dataclasses import replace

from django.utils.translation import gettext as _

from games.pages.table.choices import Choice, number_in
from games.pages.table.hint.about import about
from games.pages.table.hint.box import HintBox, HintLine
from games.pages.table.hint.words import lead_text, move_title, reasons_for, short_titles
from games.pages.table.steps import choice_of
from games.play.hints import BEST, Advice, NoHintError, advise, hints_are_on, need_right_to_ask
from games.play.tables import Table
from games.rules.errors import RuleError
from games.rules.moves import Scout, ScoutAndShow
from games.rules.views import View
from games.words.names import sentences
from games.words.people import People


def hint_box(table: Table, view: View, people: People, choice: Choice) -> HintBox | None:
    """Return the hints, only against bots alone."""
    if view.phase == "over" or not hints_are_on(table):
        return None
    if not choice.hint or not view.may_act:
        return HintBox((), view.may_act)
    advice = _advice(table)
    if not advice:
        return HintBox((), True, _("The expert has no answer just now. Ask again in a minute."))
    shown = min(choice.hint, len(advice))
    shorts = short_titles(view, [one.move for one in advice])
    lines = [
        HintLine(
            title=move_title(view, one.move),
            short=shorts[number],
            points=lead_text(one.points),
            reason=sentences(
                *reasons_for(view, people, one, least_harm=_is_least_harm(advice, number))
            ),
            value=f"take-{number}",
            number=number + 1,
            shown=number + 1 == shown,
            about=about(view, one.move),
        )
        for number, one in enumerate(advice)
    ]
    return HintBox(tuple(lines), True)


def hinted(table: Table, choice: Choice, action: str) -> Choice | None:
    """Return the choice after a hint action; raise ``RuleError`` without hints."""
    name, _dash, argument = action.partition("-")
    if action == "unhint":
        return replace(choice, hint=0)
    if name not in ("hint", "take"):
        return None
    need_right_to_ask(table)
    number = number_in(argument)
    if name == "hint":
        # A scout in the making is put away: its hand is another.
        chosen = Choice(turned=choice.turned) if choice.mode else choice
        return replace(chosen, hint=min(number or 1, BEST))
    advice = _advice(table)
    if not advice:
        return replace(choice, hint=1)
    if number is None or number >= len(advice):
        raise RuleError("bad_move", "There is no such hint.")
    return choice_of(advice[number].move)


def _advice(table: Table) -> tuple[Advice, ...]:
    try:
        return tuple(advise(table))
    except NoHintError:
        return ()


def _is_least_harm(advice: tuple[Advice, ...], number: int) -> bool:
    return not any(isinstance(one.move, (Scout, ScoutAndShow)) for one in advice[:number])
