"""How a bot at the table is asked for its move: in its time, and never without an answer."""

import faulthandler
import logging
import sys
import threading
import time
import traceback
from collections.abc import Callable
from concurrent.futures import Future
from functools import cache, partial
from typing import TypeVar

from django.conf import settings

from games.bots import expert_ahead
from games.bots.registry import AHEAD, choose_move
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
HUNG_SECONDS = 25.0
"""So much longer may a bot take until its process counts as hung, where that is ended."""

_lock = threading.Lock()
_late: dict[threading.Thread, tuple[str, float]] = {}
"""The threads in which a bot took too long and still thinks: its level, and late since when."""
_looks_ahead = threading.Event()
"""Whether *expert* looks ahead in this process: if the site wants it, once it is compiled here."""
_ends_if_hung = threading.Event()
"""Whether this process is to be ended when a bot hangs in it."""


class StillThinkingError(TimeoutError):
    """A bot of this level has not come back from an earlier move."""


def think(level: str, view: View, seed: int, *, game_id: int) -> Move:
    """The move of a bot of ``level`` at ``view``, or a simpler one: no bot may stop a game.

    ``view`` must be one in which its seat may act. What went wrong is logged with ``game_id``.
    """
    legal = view.legal_moves()
    for name in _in_turn(level):
        try:
            move = within(MOVE_SECONDS, partial(choose_move, name, view, seed), level=name)
        except Exception as error:  # noqa: BLE001 (whatever a bot does, the game goes on)
            log_failure(name, error, game_id=game_id)
        else:
            if move in legal:
                return move
            logger.error("Bot %s chose an illegal move in game %s", name, game_id)
    return legal[0]


def _in_turn(level: str) -> tuple[str, ...]:
    """Who is asked for the move of a bot of ``level``, one after the other."""
    if level == "expert" and _looks_ahead.is_set():
        return (AHEAD, level, *SIMPLER)
    return (level, *SIMPLER)


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
    while one of a level still runs, that level is not asked (``StillThinkingError``), and where
    :func:`end_process_if_hung` was called the process ends with it in the end.
    """
    if _is_busy(level):
        raise StillThinkingError
    found: Future[T] = Future()

    def run() -> None:
        try:
            found.set_result(function())
        except BaseException as error:  # noqa: BLE001 (it is raised where the answer is awaited)
            found.set_exception(error)
        finally:
            _came_back(threading.current_thread())

    thread = threading.Thread(target=run, name=f"bot {level}", daemon=True)
    thread.start()
    try:
        return found.result(timeout=seconds)
    finally:
        with _lock:
            if not found.done():
                _late[thread] = (level, time.monotonic())
                _watch()


def _came_back(thread: threading.Thread) -> None:
    """Note that a bot is done that may have been late."""
    with _lock:
        if _late.pop(thread, None):
            _watch()


def _watch() -> None:
    """See to it that this process ends when the bot that is late for the longest hangs."""
    if not _ends_if_hung.is_set():
        return
    faulthandler.cancel_dump_traceback_later()
    if _late:
        oldest = min(since for _, since in _late.values())
        left = oldest + HUNG_SECONDS - time.monotonic()
        # It writes where the code of each thread stands, and nothing that it holds.
        faulthandler.dump_traceback_later(
            max(left, 0.1), exit=True, file=sys.__stderr__ or sys.stderr
        )


def _is_busy(level: str) -> bool:
    """Whether a bot of ``level`` thinks on though its time is over."""
    with _lock:
        return any(late == level for late, _ in _late.values())


def end_process_if_hung() -> None:
    """From now on end this process when a bot in it is late by ``HUNG_SECONDS``.

    For a process of a worker that does nothing but ask bots and is replaced when it ends: what it
    had begun is asked for again. Nothing else ends a computation that hangs.
    """
    _ends_if_hung.set()


@cache
def get_ready() -> None:
    """Load what the bot expert plays by, for all numbers of players; once a process.

    Where the site wants *expert* to look ahead that is compiled too, which takes a minute when
    this machine has not done it before.
    """
    if settings.EXPERT_LOOKS_AHEAD:
        try:
            expert_ahead.get_ready()
        except Exception:
            logger.exception("Experts can't look ahead here: they play without")
        else:
            _looks_ahead.set()
    for players in PLAYER_COUNTS:
        dealt = deal_round(bytes(SECRET_BYTES), "", players, 0)
        state = rules.deal(rules.new_game(players), dealt)
        for seat in range(players):
            choose_move("expert", view_for(state, seat), 0)
            state = rules.play(state, seat, Orient(flip=False))
        choose_move("expert", view_for(state, state.to_act[0]), 0)
