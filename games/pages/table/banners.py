"""Banners for presses that changed nothing."""

from django.utils.translation import gettext as _

from games.pages.table.board import Banner, judged
from games.pages.table.choices import Choice
from games.pages.table.late import played_by_the_clock
from games.play.tables import Table
from games.rules.errors import RuleError
from games.words.refusals import refusal, rule_behind
from games.words.sets import Sentence


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
