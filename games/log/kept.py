"""This process's replays of games used lately.

A kept log is used if its version and last seal fit, or after adding later rows.
"""

import threading
from collections import OrderedDict

from games.log.replay import Log

MOST = 500
"""Most games kept; one takes up to some 50 kB."""

_lock = threading.Lock()
_logs: OrderedDict[int, Log] = OrderedDict()


def kept_log(game_id: int) -> Log | None:
    """Return the game's kept log, which was committed."""
    with _lock:
        if game_id in _logs:
            _logs.move_to_end(game_id)
        return _logs.get(game_id)


def keep(log: Log) -> None:
    """Keep a committed log; drop the longest unused."""
    with _lock:
        _logs[log.game_id] = log
        _logs.move_to_end(log.game_id)
        while len(_logs) > MOST:
            _logs.popitem(last=False)


def forget_kept() -> None:
    """Forget all: tests exchange the database."""
    with _lock:
        _logs.clear()
