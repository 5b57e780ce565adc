"""What presses are answered with that made no move."""

from dataclasses import dataclass, replace
from typing import NamedTuple

from django.http import QueryDict
from django.utils.translation import gettext as _

from games.pages.table.choices import Choice, number_in, read_choice
from games.pages.table.hints import hinted
from games.pages.table.late import played_by_the_clock
from games.pages.table.sets.judging import judged
from games.pages.table.steps import step
from games.play.tables import Table
from games.rules.errors import RuleError
from games.words.refusals import refusal, rule_behind
from games.words.rule_links import rule_text
from games.words.sets import Sentence

_MOVED_ON = frozenset({"stale", "game_over", "wrong_phase", "round_over", "not_started"})
"""Refusals that mean the page was out of date."""


@dataclass(frozen=True, slots=True)
class Banner:
    """The answer to a press that made no move."""

    sentence: Sentence
    above: bool
    """Above the table, not in the action bar."""
    rule: str = ""
    """A section of the rules."""

    @property
    def rule_text(self) -> str:
        return rule_text(self.rule)


class Answer(NamedTuple):
    """What the table shows after a press."""

    choice: Choice
    banner: Banner | None = None


def after_step(found: Table, form: QueryDict, action: str, *, hints: bool = True) -> Answer:
    """Return what a step of choosing leads to; it changes nothing."""
    if found.view is None or found.seat is None:
        return not_seated()
    choice = read_choice(form, found.view)
    # Turning to the plan, or away from it, is about no decision.
    if form.get("seq") != str(found.stamp.seq) and not action.startswith("plan-"):
        return Answer(_kept(form, found, choice), stale())
    try:
        after = hinted(found, choice, action) if hints else None
        after = after or replace(step(choice, action, found.view), hint=0)
    except RuleError as error:
        return Answer(choice, refused_by(error))
    # A player who has gone on from a round's end is not led back to it.
    return Answer(replace(after, scene=choice.scene))


def after_refusal(now: Table, form: QueryDict, seat: int, error: RuleError) -> Answer:
    """Return what a refused move leads to, at the table as it is ``now``."""
    seq = number_in(form.get("seq", ""))
    choice = read_choice(form, now.view) if now.view else Choice()
    if error.code in _MOVED_ON or seq != now.stamp.seq:
        banner = (too_late(now, seat, seq) if seq is not None else None) or stale(error)
        return Answer(_kept(form, now, choice), banner)
    choice = replace(choice, judged=bool(choice.cards))
    return Answer(choice, why_not(error, now, choice))


def _kept(form: QueryDict, found: Table, choice: Choice) -> Choice:
    """Keep a selection only for an unchanged hand."""
    view = found.view
    if view is None or form.get("held") != str(len(view.hand or b"")):
        return Choice(planning=choice.planning, scene=choice.scene)
    if choice.plans:
        return replace(choice, judged=bool(choice.cards))
    return Choice(cards=() if choice.mode else choice.cards, scene=choice.scene)


def not_seated() -> Answer:
    """Answer those without a seat."""
    return Answer(Choice(), refused_by(RuleError("not_seated", "Not seated.")))


def too_late(now: Table, seat: int, seq: int) -> Banner | None:
    """Return a banner if the clock decided ``seq`` first."""
    said = played_by_the_clock(now, seat, seq)
    return said and Banner(said, above=True)


def why_not(error: RuleError, found: Table, choice: Choice) -> Banner:
    """Return a move's refusal; judge a faulty selection."""
    if found.view and error.code in ("not_a_set", "not_stronger"):
        verdict, _beaten = judged(found.view, choice, legal_sets=found.game.show_legal_sets)
        if verdict and not verdict.good:
            return Banner(verdict.sentence, above=False, rule=verdict.rule)
    return refused_by(error)


def refused_by(error: RuleError) -> Banner:
    """Return a refusal by the rules."""
    return Banner(refusal(error), above=False, rule=rule_behind(error))


def stale(error: RuleError | None = None) -> Banner:
    """Say that the page was outdated."""
    code = error.code if error and error.code in ("game_over", "not_started") else "stale"
    return Banner(refusal(RuleError(code, "")), above=True)


def twice() -> Banner:
    """Say that a second press did nothing."""
    return Banner(
        Sentence(
            _("Not played twice"), _("This move was already made. The second press didn’t count.")
        ),
        above=True,
    )
