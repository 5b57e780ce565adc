"""What the bot *expert* would do in a player's place: in games against bots alone."""

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
"""So many moves a hint names."""


class NoHintError(RuntimeError):
    """The expert failed or took too long; that is in the log."""


class Advice(NamedTuple):
    """A move, and why one might make it."""

    move: Move
    points: float
    """How far above the others' mean the player is expected to end the round with it."""
    outlook: Outlook


def hints_are_on(table: Table) -> bool:
    """Whether the reader of ``table`` may ask for hints: nobody else ever had a seat there."""
    people = [seat.number for seat in table.seats if not seat.bot]
    return table.view is not None and table.seat is not None and people == [table.seat]


def need_right_to_ask(table: Table) -> View:
    """What the reader of ``table``, who may ask for a hint now, knows.

    ``RuleError``: ``not_seated``; ``no_hints`` where other people sit or sat; ``game_over``;
    ``not_your_turn``, also while a bot keeps the chair.
    """
    view = table.view
    if view is None or table.seat is None:
        raise RuleError("not_seated", "Only a player at this table can ask.")
    if not hints_are_on(table):
        raise RuleError("no_hints", "Hints are for games against bots alone.")
    if view.phase == "over":
        raise RuleError("game_over", "The game is over.")
    if not view.may_act or table.seat in table.chairs.without_player:
        raise RuleError("not_your_turn", "It isn't your turn.")
    return view


def advise(table: Table) -> list[Advice]:
    """The best moves for the reader of ``table``, who is on, best first.

    All of it follows from what the reader's seat knows, and the same position gets the same hint.
    ``RuleError`` as for ``need_right_to_ask``; ``NoHintError`` if the expert has no answer in the
    time that it has for a move.
    """
    ask = partial(best_moves, need_right_to_ask(table))
    try:
        return thinking.within(thinking.MOVE_SECONDS, ask, level="expert")
    except Exception as error:
        thinking.log_failure("expert", error, game_id=table.stamp.game_id)
        raise NoHintError from error


def best_moves(view: View) -> list[Advice]:
    """The best moves at ``view``, in which its seat may act, best first."""
    digest = hashlib.sha256(repr(view).encode()).digest()
    chance = Random(digest)  # noqa: S311 (it deals what nobody sees)
    best = valued_moves(view, chance)[:BEST]
    ways = outlooks(view, [move for _, move in best], chance)
    return [
        Advice(move, points, outlook) for (points, move), outlook in zip(best, ways, strict=True)
    ]
