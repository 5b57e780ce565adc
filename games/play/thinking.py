"""Asking bots for moves, with a time limit and a certain answer."""

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
from games.bots.levels import SUBSTITUTE
from games.bots.registry import AHEAD, choose_move
from games.rules import game as rules
from games.rules.cards import PLAYER_COUNTS
from games.rules.deal import SECRET_BYTES, deal_round
from games.rules.moves import Move, Orient
from games.rules.views import View, view_for

logger = logging.getLogger(__name__)

T = TypeVar("T")

MOVE_SECONDS = 5.0
"""Most seconds for a bot's move; a fraction is normal."""
SIMPLER = (SUBSTITUTE, "random")
"""Levels that replace a failing bot, in order."""
HUNG_SECONDS = 25.0
"""A bot this many seconds late counts as hung."""

_lock = threading.Lock()
_late: dict[threading.Thread, tuple[str, float]] = {}
"""Late bots' threads: level, and since when."""
_looks_ahead = threading.Event()
_ends_if_hung = threading.Event()


class StillThinkingError(TimeoutError):
    """A bot of this level is busy."""


def think(level: str, view: View, seed: int, *, game_id: int) -> Move:
    """Return a bot's move, or a simpler bot's if it fails."""
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
    # Ada is expert under her own name.
    if level in ("expert", "ada") and _looks_ahead.is_set():
        return (AHEAD, level, *SIMPLER)
    return (level, *SIMPLER)


def log_failure(level: str, error: Exception, *, game_id: int) -> None:
    """Log a bot's failure without anything it saw."""
    match error:
        case StillThinkingError():
            logger.warning("Bot %s is still busy and was not asked in game %s", level, game_id)
        case TimeoutError():
            logger.error("Bot %s took too long in game %s", level, game_id)
        case _:
            # An error's text might name a card of the hand; its place in the code can't.
            where = "".join(traceback.format_tb(error.__traceback__))
            logger.error("Bot %s failed in game %s: %s\n%s", level, game_id, type(error), where)


def within(seconds: float, function: Callable[[], T], *, level: str) -> T:
    """Call ``function`` for a bot; raise ``TimeoutError`` if it is late.

    Its thread, which signals can't reach, is then abandoned; until it ends, raise
    ``StillThinkingError`` for that level.
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
    with _lock:
        if _late.pop(thread, None):
            _watch()


def _watch() -> None:
    if not _ends_if_hung.is_set():
        return
    faulthandler.cancel_dump_traceback_later()
    if _late:
        oldest = min(since for _, since in _late.values())
        left = oldest + HUNG_SECONDS - time.monotonic()
        # It prints where each thread is in the code, and none of its data.
        faulthandler.dump_traceback_later(
            max(left, 0.1), exit=True, file=sys.__stderr__ or sys.stderr
        )


def _is_busy(level: str) -> bool:
    with _lock:
        return any(late == level for late, _ in _late.values())


def end_process_if_hung() -> None:
    """From now on, end this process if a bot hangs.

    For workers that are replaced; nothing else stops a hung computation.
    """
    _ends_if_hung.set()


def looks_ahead() -> bool:
    """Return whether experts look ahead in this process, which is made ready for it if need be."""
    get_ready()
    return _looks_ahead.is_set()


@cache
def get_ready() -> None:
    """Load what the expert needs, once per process.

    The first time on a machine, compiling takes a minute.
    """
    if settings.EXPERT_LOOKS_AHEAD:
        try:
            expert_ahead.get_ready()
        except Exception:
            logger.exception("Experts can't look ahead here: they play without it")
        else:
            _looks_ahead.set()
    for players in PLAYER_COUNTS:
        dealt = deal_round(bytes(SECRET_BYTES), "", players, 0)
        state = rules.deal(rules.new_game(players), dealt)
        for seat in range(players):
            choose_move("expert", view_for(state, seat), 0)
            state = rules.play(state, seat, Orient(flip=False))
        choose_move("expert", view_for(state, state.to_act[0]), 0)
