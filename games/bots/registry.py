"""The bots by name, and the one way to ask them."""

import hashlib
import json
from collections.abc import Iterable
from functools import partial
from random import Random

from ..rules.moves import Move
from ..rules.views import View
from . import easy, expert, expert_ahead, random, steady
from .company import troupe
from .levels import Bot, Choose, Goal
from .value.network import folder_of

FIRST = "expert@first"
"""The expert before this one, by its own parameters."""

_LEVELS = (
    Bot(
        name="easy",
        choose=easy.choose,
        goals={"random": (Goal(6.5, 0.90), Goal(6.0, 0.70), Goal(8.0, 0.90), Goal(8.0, 0.95))},
    ),
    Bot(
        name="steady",
        choose=steady.choose,
        goals={"easy": (Goal(4.0, 0.85), Goal(5.0, 0.72), Goal(4.5, 0.78), Goal(3.8, 0.80))},
    ),
    Bot(
        name="expert",
        choose=expert.choose,
        choose_by=expert.choose,
        goals={
            "steady": (Goal(1.1, 0.62), Goal(2.4, 0.57), Goal(1.2, 0.41), Goal(0.8, 0.31)),
            "easy": (Goal(4.7, 0.87), Goal(6.0, 0.77), Goal(6.4, 0.87), Goal(5.0, 0.90)),
        },
        thinks_long=True,
    ),
    Bot(
        name="random",
        choose=random.choose,
        # The others are measured against it.
        goals=None,
    ),
)
LEVELS = {level.name: level for level in _LEVELS}
"""Seated at tables before there were characters; they go on there, stand in and are a measure."""

AHEAD = "expert+ahead"
"""*Expert* with look-ahead, which needs Numba; not a level."""
_AHEAD = Bot(
    name=AHEAD,
    choose=expert_ahead.choose,
    choose_by=expert_ahead.choose,
    goals={"steady": (Goal(1.8), Goal(2.9), Goal(1.7), Goal(1.0))},
)

TROUPE = {
    who.name.lower(): Bot(
        name=who.name.lower(),
        choose=expert.choose if who is troupe.ADA else troupe.player(who),
        # They are measured against their neighbours.
        goals=None,
        thinks_long=who is troupe.ADA,
    )
    for who in troupe.TROUPE
}
"""The characters, weakest first: the bots of new tables (see :mod:`.offered`)."""


def bots() -> dict[str, Bot]:
    """Return every bot by name, ``LEVELS`` first."""
    return {**LEVELS, **TROUPE, AHEAD: _AHEAD}


def thinks_long() -> frozenset[str]:
    """Return the bots whose moves have their own queue."""
    return frozenset(name for name, bot in bots().items() if bot.thinks_long)


def bot_named(name: str) -> Choose:
    """Return the bot ``name``; a suffix ``@FOLDER`` gives expert's parameters.

    Raise ``KeyError`` if unknown.
    """
    bot = bots()[name.partition("@")[0]]
    if "@" not in name:
        return bot.choose
    if bot.choose_by is None:
        raise KeyError(f"{bot.name} plays by no parameters.")
    return partial(bot.choose_by, folder=folder_of(name))


def get_ready(names: Iterable[str]) -> None:
    """Prepare the bots ``names``. Raise ``ImportError`` if one lacks Numba."""
    if any(name.partition("@")[0] == AHEAD for name in names):
        expert_ahead.get_ready()


def choose_move(name: str, view: View, seed: int) -> Move:
    """Return a legal move, which depends only on view and seed.

    The view's seat must be to act. Raise ``KeyError`` for unknown bots.
    """
    known = json.dumps(view.to_json(legal=False), sort_keys=True)
    digest = hashlib.sha256(f"{seed} {known}".encode()).digest()
    return bot_named(name)(view, Random(digest))
