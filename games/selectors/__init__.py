"""The readers: what a user may see, and no more."""

from games.selectors.lists import (
    FINISHED_ON_A_PAGE,
    MyGames,
    count_waiting,
    my_games,
    users_with_games,
)
from games.selectors.tables import OpenedRound, Stamp, Table, TableNote, stamp_for, table_for

__all__ = [
    "FINISHED_ON_A_PAGE",
    "MyGames",
    "OpenedRound",
    "Stamp",
    "Table",
    "TableNote",
    "count_waiting",
    "my_games",
    "stamp_for",
    "table_for",
    "users_with_games",
]
