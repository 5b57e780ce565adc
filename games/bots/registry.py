"""The bots by name, and the one way to ask one for a move."""

import hashlib
import json
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from random import Random

from games.bots import easy, expert, expert_ahead, random, steady
from games.rules.moves import Move
from games.rules.views import View

Choose = Callable[[View, Random], Move]

BOTS: dict[str, Choose] = {
    "random": random.choose,
    "easy": easy.choose,
    "steady": steady.choose,
    "expert": expert.choose,
}
AHEAD = "expert+ahead"
"""*Expert* where it looks ahead, for which Numba is needed. No level of its own."""
_TRAINED = {"expert": expert.choose, AHEAD: expert_ahead.choose}
"""Those that can play by other parameters than ship."""


def bot_named(name: str) -> Choose:
    """The bot ``name``: one of ``BOTS``, or ``AHEAD``.

    With ``@FOLDER`` behind it expert plays by the parameters that lie there. ``KeyError`` if there
    is no such bot.
    """
    level, _, folder = name.partition("@")
    if folder:
        return partial(_TRAINED[level], folder=Path(folder))
    return expert_ahead.choose if level == AHEAD else BOTS[level]


def get_ready(names: Iterable[str]) -> None:
    """Prepare for the moves of the bots ``names`` what takes long, so that none waits for it.

    ``ImportError`` if one of them needs Numba, and that is not installed.
    """
    if any(name.partition("@")[0] == AHEAD for name in names):
        expert_ahead.get_ready()


def choose_move(name: str, view: View, seed: int) -> Move:
    """The move that the bot ``name`` makes at ``view``, one of ``view.legal_moves()``.

    ``view`` must be one in which its seat may act. What the bot draws depends on ``seed`` and on
    the view alone, so the same view and seed always give the same move. ``KeyError`` if there is
    no such bot.
    """
    known = json.dumps(view.to_json(legal=False), sort_keys=True)
    digest = hashlib.sha256(f"{seed} {known}".encode()).digest()
    return bot_named(name)(view, Random(digest))
