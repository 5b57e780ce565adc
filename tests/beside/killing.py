"""`kill -9` right after an acknowledgement: are the moves still there that players were told of?"""

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from tests.beside.driver import Driver
from tests.beside.sides import Side

APART = (3, 7)
"""Moves from one kill to the next at the first table, at least and at most."""


class Survived(NamedTuple):
    """After all kills."""

    kills: int
    acknowledged: int
    """Moves that players were told of, at all tables."""
    lost: int
    """Of these, how many were missing after the restart in games that could be loaded."""
    unreadable: int
    """Games that could not be loaded any more."""
    in_unreadable: int
    """Moves of these games that players had been told of."""


def kill(
    side: Side, recordings: Sequence[dict[str, Any]], driver: Driver, times: int, chance: Random
) -> Survived:
    """Play on after each kill from what is stored, until there were enough or the games end."""
    opened = side.open([[each] for each in recordings])
    tables = [
        {**places[0], **each, "from": 0} for places, each in zip(opened, recordings, strict=True)
    ]
    kills = acknowledged = lost = unreadable = in_unreadable = 0
    while kills < times and tables:
        at = tables[0]["from"] + chance.randint(*APART)
        if at >= len(tables[0]["moves"]):
            break
        played = driver.play(side, tables, kill={"at": at, "roots": side.roots()})
        side.come_back()
        kills += 1
        going_on = []
        for table, told in zip(tables, played.acknowledged, strict=True):
            stored = _stored(side, table, driver)
            acknowledged += told - table["from"]
            if stored is None:
                unreadable += 1
                in_unreadable += told
            else:
                lost += max(0, told - stored)
                going_on.append({**table, "from": stored})
        tables = going_on
    return Survived(kills, acknowledged, lost, unreadable, in_unreadable)


def _stored(side: Side, table: dict[str, Any], driver: Driver) -> int | None:
    """Return how many moves the game has; None if it can't be read, which may end the server."""
    stored = driver.count(side, [table])[0]
    if stored is None:
        # Once more, in case it was another game that had ended it.
        side.come_up_again()
        stored = driver.count(side, [table])[0]
        side.come_up_again()
    return stored
