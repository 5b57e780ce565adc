"""The moves and hands of a user's seats, as the data about them has them. Reads only."""

from collections import defaultdict
from collections.abc import Collection, Iterator
from itertools import islice
from typing import Any

from games.archive.sittings import Rows
from games.log.reading import read_many
from games.log.rows import LogRows, MoveRow
from games.log.standing import undone_in
from games.models import NOT_OVER, Seat

_COLUMNS = ("version", "actor", "type", "flip", "end", "to", "start", "stop", "created_at")
_AT_ONCE = 100
"""Games whose logs are in memory."""


def own_rows(seats: Collection[Seat]) -> tuple[Rows, Rows]:
    """Return the moves, and the hands of rounds that are over; four queries for 100 games.

    ``seats`` come with their games and summaries.
    """
    moves: Rows = defaultdict(list)
    hands: Rows = defaultdict(list)
    for game_id, rows, own in _logs_of(seats):
        number_of = {dealt.id: dealt.number for dealt in rows.rounds}
        undone = undone_in(rows.moves)
        for row in rows.moves:
            if row.seat in own:
                told = _told(row, undone=row.version in undone)
                moves[game_id, row.seat].append({"round": number_of[row.round_id] + 1, **told})
        for hand in rows.hands:
            number = number_of[hand.round_id]
            if hand.seat in own and number <= _last_shown(own[hand.seat]):
                cards = hand.cards.split(" ")
                hands[game_id, hand.seat].append({"round": number + 1, "cards": cards})
    return moves, hands


def _logs_of(seats: Collection[Seat]) -> Iterator[tuple[int, LogRows, dict[int, Seat]]]:
    """Yield each game's key, log and, by number, those of its seats that are asked for."""
    own: dict[int, dict[int, Seat]] = defaultdict(dict)
    for seat in seats:
        own[seat.game_id][seat.number] = seat
    keys = iter(sorted(own))
    while some := list(islice(keys, _AT_ONCE)):
        for game_id, rows in read_many(some).items():
            yield game_id, rows, own[game_id]


def _told(row: MoveRow, *, undone: bool) -> dict[str, Any]:
    columns = {column: getattr(row, column) for column in _COLUMNS}
    told = {column: value for column, value in columns.items() if value not in (None, "")}
    return told | {"undone": True} if undone else told


def _last_shown(seat: Seat) -> int:
    """Hands of the last round are hidden if it is not over, or others still play its deal."""
    game = seat.game
    return game.summary.round_number - (game.summary.status in NOT_OVER or game.is_shut)
