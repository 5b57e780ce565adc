"""The bots by name, and the one way to ask one for a move."""

import hashlib
import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

from games.bots import easy, expert, random, steady
from games.rules.moves import Move
from games.rules.views import View

Choose = Callable[[View, Random], Move]

BOTS: dict[str, Choose] = {
    "random": random.choose,
    "easy": easy.choose,
    "steady": steady.choose,
    "expert": expert.choose,
}


def bot_named(name: str) -> Choose:
    """The bot ``name``: one of ``BOTS``, or ``expert@FOLDER`` with the parameters that lie there.

    ``KeyError`` if there is no such bot.
    """
    level, _, folder = name.partition("@")
    if level == "expert" and folder:
        return partial(expert.choose, folder=Path(folder))
    return BOTS[name]


def choose_move(name: str, view: View, seed: int) -> Move:
    """The move that the bot ``name`` makes at ``view``, one of ``view.legal_moves()``.

    ``view`` must be one in which its seat may act. What the bot draws depends on ``seed`` and on
    the view alone, so the same view and seed always give the same move. ``KeyError`` if there is
    no such bot.
    """
    known = json.dumps(view.to_json(legal=False), sort_keys=True)
    digest = hashlib.sha256(f"{seed} {known}".encode()).digest()
    return bot_named(name)(view, Random(digest))
