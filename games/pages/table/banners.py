"""What a press is answered with that changed nothing."""

from django.utils.translation import gettext as _

from games.pages.table.board import Notice, judged
from games.pages.table.choices import Choice, number_in
from games.pages.table.late import played_by_the_clock
from games.play.tables import Table
from games.rules.errors import RuleError
from games.words.refusals import refusal, rule_behind
from games.words.sets import Sentence


def too_late(now: Table, seat: int, seq: str) -> Notice | None:
    """That the clock was quicker, if that is why a move is refused."""
    decision = number_in(seq)
    said = played_by_the_clock(now, seat, decision) if decision is not None else None
    return said and Notice(said, banner=True)


def why_not(error: RuleError, found: Table, choice: Choice) -> Notice:
    """The refusal of a move: what is wrong with the selected cards, if that is what is wrong."""
    if found.view and error.code in ("not_a_set", "not_stronger"):
        verdict, _beaten = judged(found.view, choice, legal_sets=found.game.show_legal_sets)
        if verdict and not verdict.good:
            return Notice(verdict.sentence, banner=False, rule=verdict.rule)
    return refused_by(error)


def refused_by(error: RuleError) -> Notice:
    """What a press is answered with that the rules refuse."""
    return Notice(refusal(error), banner=False, rule=rule_behind(error))


def stale(error: RuleError | None = None) -> Notice:
    """That the page showed a table that is no more."""
    code = error.code if error and error.code in ("game_over", "not_started") else "stale"
    return Notice(refusal(RuleError(code, "")), banner=True)


def twice() -> Notice:
    """That the second press of the same button did nothing."""
    return Notice(
        Sentence(
            _("Not played twice"), _("This move was made already. The second press didn’t count.")
        ),
        banner=True,
    )
