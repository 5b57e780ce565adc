"""Journals of acknowledged moves, kept outside the database, and what a database has of them."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import psycopg

from tests.recovery.clusters import DATABASE, Cluster

_SEALS = """
SELECT game.public_id, move.mac FROM games_move AS move JOIN games_game AS game ON game.id = game_id
UNION ALL
SELECT game.public_id, hand.mac FROM games_hand AS hand
JOIN games_round AS round ON round.id = round_id JOIN games_game AS game ON game.id = game_id
"""
"""A deal follows the move that ends a round, and is acknowledged with it."""


class Entry(NamedTuple):
    """A move whose player was told that it was made."""

    game: str
    version: int
    head: str
    """The seal over it and all before."""
    at: float
    """Seconds since 1970."""


def write(path: Path, entry: Entry) -> None:
    """Append it before anything else happens."""
    with path.open("a") as file:
        file.write(json.dumps(entry) + "\n")


def read(folder: Path) -> list[Entry]:
    """Return all entries of a folder's journals, oldest first."""
    return sorted(_entries(folder.glob("*.journal")), key=lambda entry: entry.at)


def _entries(paths: Iterable[Path]) -> Iterator[Entry]:
    for path in paths:
        for line in path.read_text().splitlines():
            yield Entry(*json.loads(line))


def lost(entries: Iterable[Entry], cluster: Cluster) -> list[Entry]:
    """Return what the cluster's database does not have just as it was acknowledged."""
    with psycopg.connect(host=str(cluster.folder), user="postgres", dbname=DATABASE) as connection:
        there = set(connection.execute(_SEALS))
    return [entry for entry in entries if (entry.game, entry.head) not in there]
