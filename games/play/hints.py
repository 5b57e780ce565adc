"""The *expert*'s advice, in games against bots only."""

import hashlib
from functools import partial
from random import Random
from typing import NamedTuple

from games.bots.expert import valued_moves
from games.play import thinking
from games.play.outlook import Outlook, outlooks
from games.play.tables import Table
from games.rules.errors import RuleError
from games.rules.moves import Move
from games.rules.views import View

BEST = 3
_NO_HINTS = "Hints are for games against bots alone, with cards that nobody else plays."


class NoHintError(RuntimeError):
    """The expert failed or was late, as logged."""


class Advice(NamedTuple):
    """A move and its reason."""

    move: Move
    points: float
    """Expected lead over the others' mean at the round's end."""
    outlook: Outlook


def hints_are_on(table: Table) -> bool:
    """Return whether nobody else ever sat there, or plays the same deal."""
    people = [seat.number for seat in table.seats if not seat.bot]
    alone = people == [table.seat] and not table.game.occasion
    return table.view is not None and table.seat is not None and alone


def need_right_to_ask(table: Table) -> View:
    """Return the view of a viewer who may ask.

    Raise ``not_seated``, ``no_hints``, ``game_over`` or ``not_your_turn``.
    """
    view = table.view
    if view is None or table.seat is None:
        raise RuleError("not_seated", "Only a player at this table can ask.")
    if not hints_are_on(table):
        raise RuleError("no_hints", _NO_HINTS)
    if view.phase == "over":
        raise RuleError("game_over", "The game is over.")
    if not view.may_act or table.seat in table.chairs.without_player:
        raise RuleError("not_your_turn", "It isn't your turn.")
    return view


def advise(table: Table) -> list[Advice]:
    """Return the viewer's best moves, best first: from the view alone, always the same.

    Raise as ``need_right_to_ask``, or ``NoHintError``.
    """
    ask = partial(best_moves, need_right_to_ask(table))
    try:
        return thinking.within(thinking.MOVE_SECONDS, ask, level="expert")
    except Exception as error:
        thinking.log_failure("expert", error, game_id=table.stamp.game_id)
        raise NoHintError from error


def best_moves(view: View) -> list[Advice]:
    """Return the best moves, best first."""
    digest = hashlib.sha256(repr(view).encode()).digest()
    chance = Random(digest)  # noqa: S311 (it deals what nobody sees)
    best = valued_moves(view, chance)[:BEST]
    ways = outlooks(view, [move for _, move in best], chance)
    return [
        Advice(move, points, outlook) for (points, move), outlook in zip(best, ways, strict=True)
    ]
