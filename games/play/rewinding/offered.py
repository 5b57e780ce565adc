"""Whether a player may ask to take moves back, and to which."""

from typing import NamedTuple

from django.utils.translation import gettext as _

from games.log.replay import Log
from games.log.rewinds import Asked, asked_in_vain
from games.log.store import load
from games.models import Game
from games.play.rewinding.preview import Turn, Undoing, turns_of, undoing
from games.rules.errors import RuleError


class Offered(NamedTuple):
    """What a player finds who wants to take moves back."""

    turns: list[Turn]
    """Of the running round, oldest first."""
    asked: Asked | None
    """What the table is asked already."""
    undoing: Undoing | None
    """What the table is asked, or what would be undone from the chosen turn on."""
    refused: RuleError | None
    """Why the player can't ask, if they can't."""
    alone: bool
    """Whether nobody else has to agree."""


def refusal_of(game: Game, log: Log, seat: int) -> RuleError | None:
    """Return why a player can't ask to take moves back now; None if they can.

    ``rewind_rated``, ``rewind_shared``, ``no_turns``, ``rewind_asked``, ``chair_kept`` or
    ``asked_before``.
    """
    if game.occasion:
        return RuleError(
            "rewind_shared", _("Others play the same deal, so its moves can’t be taken back.")
        )
    if game.rated:
        return RuleError("rewind_rated", _("In rated games no move is taken back."))
    if not turns_of(log):
        return RuleError("no_turns", _("There is no move to take back in this round."))
    if log.asked is not None:
        return RuleError("rewind_asked", _("The table is being asked already."))
    if log.chairs.kept:
        return RuleError(
            "chair_kept",
            _("A bot keeps a chair. Everybody has to be there to agree."),
        )
    if seat in asked_in_vain((row.type, row.seat, row.actor) for row in log.current_rows):
        return RuleError(
            "asked_before",
            _("You asked in this round already, and the moves stayed. Ask again in the next one."),
        )
    return None


def offered_to(game: Game, seat: int | None, to: int | None) -> Offered:
    """Return what ``seat`` may ask; ``to`` is the first turn to be undone (None: the last)."""
    log = load(game)
    turns, asked = turns_of(log), log.asked
    chosen = asked.to if asked else to
    if turns and chosen not in [turn.version for turn in turns]:
        chosen = turns[-1].version
    return Offered(
        turns=turns,
        asked=asked,
        undoing=undoing(log, chosen) if turns and chosen is not None else None,
        refused=None if seat is None else refusal_of(game, log, seat),
        alone=log.people - log.chairs.left == {seat},
    )
