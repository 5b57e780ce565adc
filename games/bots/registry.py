"""The bots by name, and the one way to ask them."""

import hashlib
import json
from collections.abc import Iterable
from functools import partial
from importlib.util import find_spec
from random import Random

from ..rules.moves import Move
from ..rules.views import View
from . import easy, random, steady
from .company import troupe
from .company.character import Character
from .levels import Bot, Choose, Goal

HAS_NUMPY = find_spec("numpy") is not None
"""The site always has it; the library without its extra does not."""
if HAS_NUMPY:
    from . import expert_ahead, experts
    from .value.network import folder_of

FIRST = "expert@first"
"""The expert before this one, by its own parameters."""
AHEAD = "expert+ahead"
"""*Expert* with look-ahead, which needs Numba; not a level."""

_EASY = Bot(
    name="easy",
    choose=easy.choose,
    goals={"random": (Goal(6.5, 0.90), Goal(6.0, 0.70), Goal(8.0, 0.90), Goal(8.0, 0.95))},
)
_STEADY = Bot(
    name="steady",
    choose=steady.choose,
    goals={"easy": (Goal(4.0, 0.85), Goal(5.0, 0.72), Goal(4.5, 0.78), Goal(3.8, 0.80))},
)
_RANDOM = Bot(
    name="random",
    choose=random.choose,
    # The others are measured against it.
    goals=None,
)


def _named(*all_bots: Bot) -> dict[str, Bot]:
    return {bot.name: bot for bot in all_bots}


def _character(who: Character) -> Bot:
    thinks_long = who is troupe.ADA
    return Bot(
        name=who.name.lower(),
        choose=experts.EXPERT.choose if thinks_long else troupe.player(who),
        # They are measured against their neighbours.
        goals=None,
        thinks_long=thinks_long,
    )


LEVELS = _named(_EASY, _STEADY, *((experts.EXPERT,) if HAS_NUMPY else ()), _RANDOM)
"""Seated at tables before there were characters; they go on there, stand in and are a measure."""

TROUPE = _named(*(_character(who) for who in troupe.TROUPE if HAS_NUMPY or who is not troupe.ADA))
"""The characters, weakest first: the bots of new tables (see :mod:`.offered`)."""

_NEED_NUMPY = frozenset({"expert", AHEAD, troupe.ADA.name.lower()})


def bots() -> dict[str, Bot]:
    """Return every bot by name, ``LEVELS`` first; without NumPy, those that play without it."""
    return {**LEVELS, **TROUPE, **(_named(experts.LOOKS_AHEAD) if HAS_NUMPY else {})}


def thinks_long() -> frozenset[str]:
    """Return the bots whose moves have their own queue."""
    return frozenset(name for name, bot in bots().items() if bot.thinks_long)


def bot_named(name: str) -> Choose:
    """Return the bot ``name``; a suffix ``@FOLDER`` gives expert's parameters.

    Raise ``KeyError`` if unknown, ``ImportError`` if it needs NumPy and that is not installed.
    """
    _need_numpy([name])
    bot = bots()[name.partition("@")[0]]
    if "@" not in name:
        return bot.choose
    if bot.choose_by is None:
        raise KeyError(f"{bot.name} plays by no parameters.")
    return partial(bot.choose_by, folder=folder_of(name))


def get_ready(names: Iterable[str]) -> None:
    """Prepare the bots ``names``. Raise ``ImportError`` if one lacks NumPy or Numba."""
    names = list(names)
    _need_numpy(names)
    if any(name.partition("@")[0] == AHEAD for name in names):
        expert_ahead.get_ready()


def _need_numpy(names: Iterable[str]) -> None:
    for name in names:
        if not HAS_NUMPY and name.partition("@")[0] in _NEED_NUMPY:
            raise ImportError(
                f"The bot {name} needs NumPy, which is not installed: it comes with the extra "
                "experts of the library."
            )


def choose_move(name: str, view: View, seed: int) -> Move:
    """Return a legal move, which depends only on view and seed.

    The view's seat must be to act. Raise ``KeyError`` for unknown bots, ``ImportError`` for those
    that need NumPy where it is not installed.
    """
    known = json.dumps(view.to_json(legal=False), sort_keys=True)
    digest = hashlib.sha256(f"{seed} {known}".encode()).digest()
    return bot_named(name)(view, Random(digest))
