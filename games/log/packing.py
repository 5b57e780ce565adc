"""A log's rows as bytes, and back.

First comes the length of the text in four bytes, then the text: compressed JSON, column by column.
Then come the seals of all rows, 32 bytes each, and the ids that don't follow from others, 16 bytes
each, neither of which can be compressed.
"""

import json
import struct
import zlib
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import accumulate
from typing import Any
from uuid import UUID

from games.log.deadlines import deadlines_text, parse_deadlines
from games.log.row_ids import hand_id, move_id
from games.log.rows import HandRow, LogRow, LogRows, MoveRow, RoundRow

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_LENGTH = struct.Struct(">I")
_SEAL_BYTES, _ID_BYTES = 32, 16

Columns = list[list[Any]]


def pack(rows: LogRows) -> bytes:
    """Return a log, from its first deal on, as ``unpack`` reads it.

    Raise ``ValueError`` if it would read anything else.
    """
    place = {row.id: place for place, row in enumerate(rows.rounds)}
    every: list[LogRow] = [*rows.rounds, *rows.hands, *rows.moves]
    ids = [row.id for row in every]
    follows = ids[len(rows.rounds) :] == [*_following(rows)]
    text = json.dumps(
        {
            "ids": len(rows.rounds) if follows else len(ids),
            "rounds": _columns([_round_values(row) for row in rows.rounds]),
            "hands": _columns([(place[row.round_id], row.seat, row.cards) for row in rows.hands]),
            "moves": _steps(_columns([_move_values(row, place) for row in rows.moves])),
        },
        separators=(",", ":"),
    )
    compressed = zlib.compress(text.encode(), 9)
    seals = [bytes.fromhex(row.mac) for row in every]
    kept = [each.bytes for each in (ids[: len(rows.rounds)] if follows else ids)]
    packed = b"".join((_LENGTH.pack(len(compressed)), compressed, *seals, *kept))
    if unpack(rows.rounds[0].game_id, packed) != rows:
        raise ValueError("A log with such rows can't be packed.")
    return packed


def unpack(game_id: int, packed: bytes) -> LogRows:
    """Return the log of a game from what ``pack`` made of it; raise ``ValueError`` otherwise."""
    try:
        return _unpacked(game_id, packed)
    except (struct.error, zlib.error, LookupError, TypeError, AttributeError) as error:
        raise ValueError("These bytes are no log.") from error


def _unpacked(game_id: int, packed: bytes) -> LogRows:
    start = _LENGTH.size
    end = start + _LENGTH.unpack_from(packed)[0]
    text = json.loads(zlib.decompress(packed[start:end]))
    rounds, hands = _lines(text["rounds"]), _lines(text["hands"])
    moves = _lines(_sums(text["moves"]))
    cut = len(packed) - text["ids"] * _ID_BYTES
    seals = [seal.hex() for seal in _pieces(packed[end:cut], _SEAL_BYTES)]
    ids = [UUID(bytes=piece) for piece in _pieces(packed[cut:], _ID_BYTES)]
    if len(seals) != len(rounds) + len(hands) + len(moves):
        raise ValueError("There is not one seal for each row.")
    seal = iter(seals)
    rows = LogRows(
        [_round_row(game_id, ids[place], next(seal), line) for place, line in enumerate(rounds)],
        [HandRow(ids[0], ids[place], seat, cards, next(seal)) for place, seat, cards in hands],
        [_move_row(game_id, ids, next(seal), line) for line in moves],
    )
    # Which ids hands and moves have is known only now.
    rest = iter(ids[len(rounds) :] or _following(rows))
    return rows._replace(
        hands=[row._replace(id=next(rest)) for row in rows.hands],
        moves=[row._replace(id=next(rest)) for row in rows.moves],
    )


def _following(rows: LogRows) -> Iterator[UUID]:
    """Yield the ids that hands and moves have since ids follow from those of their rounds."""
    dealt_at = {row.id: row.created_at for row in rows.rounds}
    for hand in rows.hands:
        yield hand_id(hand.round_id, dealt_at[hand.round_id], hand.seat)
    for move in rows.moves:
        yield move_id(move.round_id, move.created_at, move.version)


def _round_values(row: RoundRow) -> tuple[Any, ...]:
    at = row.created_at
    return row.number, row.starter, _microseconds(at), _since(at, row.deadlines)


def _round_row(game_id: int, own_id: UUID, seal: str, line: Sequence[Any]) -> RoundRow:
    number, starter, microseconds, deadlines = line
    at = _time(microseconds)
    return RoundRow(own_id, game_id, number, starter, at, seal, _deadlines(at, deadlines))


def _move_values(row: MoveRow, place: dict[UUID, int]) -> tuple[Any, ...]:
    at = row.created_at
    return (
        *(row.version, row.seq, _microseconds(at)),
        *(place[row.round_id], row.seat, row.actor, row.type),
        *(row.flip, row.end, row.to, row.start, row.stop),
        _since(at, row.deadlines),
    )


def _move_row(game_id: int, ids: Sequence[UUID], seal: str, line: Sequence[Any]) -> MoveRow:
    version, seq, microseconds, place, *facts, deadlines = line
    at = _time(microseconds)
    known = (ids[place], game_id, ids[place], version, seq)
    return MoveRow._make((*known, *facts, at, seal, _deadlines(at, deadlines)))


_STEPPED = 3
"""A move's first columns grow; each is written as what it is more than the row before."""


def _steps(columns: Columns) -> Columns:
    grown = [
        [value - before for before, value in zip([0, *column], column, strict=False)]
        for column in columns[:_STEPPED]
    ]
    return grown + columns[_STEPPED:]


def _sums(columns: Columns) -> Columns:
    return [list(accumulate(column)) for column in columns[:_STEPPED]] + columns[_STEPPED:]


def _columns(lines: Sequence[Sequence[Any]]) -> Columns:
    return [list(column) for column in zip(*lines, strict=True)]


def _lines(columns: Columns) -> list[tuple[Any, ...]]:
    return list(zip(*columns, strict=True))


def _pieces(joined: bytes, size: int) -> Iterator[bytes]:
    for start in range(0, len(joined), size):
        yield joined[start : start + size]


def _microseconds(at: datetime) -> int:
    return (at - _EPOCH) // _MICROSECOND


def _time(microseconds: int) -> datetime:
    return _EPOCH + microseconds * _MICROSECOND


def _since(at: datetime, deadlines: str | None) -> list[list[int]] | None:
    """Deadlines by seat, in microseconds from ``at``: most are as long as a turn."""
    if deadlines is None:
        return None
    parsed = parse_deadlines(deadlines)
    return [[seat, _microseconds(over_at) - _microseconds(at)] for seat, over_at in parsed.items()]


def _deadlines(at: datetime, since: Sequence[tuple[int, int]] | None) -> str | None:
    if since is None:
        return None
    return deadlines_text({seat: at + after * _MICROSECOND for seat, after in since})
