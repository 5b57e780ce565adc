"""How a bot at the table is asked for its move: in its time, and never without an answer."""

import logging
import threading
import traceback
from collections.abc import Callable
from concurrent.futures import Future
from functools import cache, partial
from typing import TypeVar

from games.bots.registry import choose_move
from games.rules import game as rules
from games.rules.cards import PLAYER_COUNTS
from games.rules.deal import SECRET_BYTES, deal_round
from games.rules.moves import Move, Orient
from games.rules.views import View, view_for

logger = logging.getLogger(__name__)

T = TypeVar("T")

MOVE_SECONDS = 5.0
"""So long a bot may think about a move; it needs a small part of that."""
SIMPLER = ("steady", "random")
"""The levels that step in, one after the other, for a bot that fails."""

_lock = threading.Lock()
_late: dict[str, set[threading.Thread]] = {}
"""The threads in which a bot of each level took too long, and may be thinking still."""


class StillThinkingError(TimeoutError):
    """A bot of this level has not come back from an earlier move."""


def think(level: str, view: View, seed: int, *, game_id: int) -> Move:
    """The move of a bot of ``level`` at ``view``, or a simpler one: no bot may stop a game.

    ``view`` must be one in which its seat may act. What went wrong is logged with ``game_id``.
    """
    legal = view.legal_moves()
    for name in (level, *SIMPLER):
        try:
            move = within(MOVE_SECONDS, partial(choose_move, name, view, seed), level=name)
        except Exception as error:  # noqa: BLE001 (whatever a bot does, the game goes on)
            log_failure(name, error, game_id=game_id)
        else:
            if move in legal:
                return move
            logger.error("Bot %s chose an illegal move in game %s", name, game_id)
    return legal[0]


def log_failure(level: str, error: Exception, *, game_id: int) -> None:
    """Log that ``error`` came where a bot of ``level`` was asked, with nothing of what it saw."""
    match error:
        case StillThinkingError():
            logger.warning("Bot %s, still busy, was not asked in game %s", level, game_id)
        case TimeoutError():
            logger.error("Bot %s took too long in game %s", level, game_id)
        case _:
            # The text of an error might name a card of the hand; its place in the code can't.
            where = "".join(traceback.format_tb(error.__traceback__))
            logger.error("Bot %s failed in game %s: %s\n%s", level, game_id, type(error), where)


def within(seconds: float, function: Callable[[], T], *, level: str) -> T:
    """What ``function``, a bot of ``level``, returns or raises; ``TimeoutError`` if it is late.

    It runs in a thread of its own, which is left to itself when its time is over: signals would
    reach neither a thread of the embedded worker nor compiled code. Such threads must not pile up:
    while one of a level still runs, that level is not asked (``StillThinkingError``).
    """
    if _is_busy(level):
        raise StillThinkingError
    found: Future[T] = Future()

    def run() -> None:
        try:
            found.set_result(function())
        except BaseException as error:  # noqa: BLE001 (it is raised where the answer is awaited)
            found.set_exception(error)

    thread = threading.Thread(target=run, name=f"bot {level}", daemon=True)
    thread.start()
    try:
        return found.result(timeout=seconds)
    except TimeoutError:
        if not found.done():
            with _lock:
                _late.setdefault(level, set()).add(thread)
        raise


def _is_busy(level: str) -> bool:
    """Whether a bot of ``level`` thinks on though its time is over."""
    with _lock:
        alive = {thread for thread in _late.get(level, ()) if thread.is_alive()}
        _late[level] = alive
        return bool(alive)


@cache
def get_ready() -> None:
    """Load what the bot expert plays by, for all numbers of players; once a process."""
    for players in PLAYER_COUNTS:
        dealt = deal_round(bytes(SECRET_BYTES), "", players, 0)
        state = rules.deal(rules.new_game(players), dealt)
        for seat in range(players):
            choose_move("expert", view_for(state, seat), 0)
            state = rules.play(state, seat, Orient(flip=False))
        choose_move("expert", view_for(state, state.to_act[0]), 0)
