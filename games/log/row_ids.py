"""The ids of a log's rows: UUIDs of version 7 (RFC 9562), so an index of them grows at its end.

Only a round's is random; those of its hands and moves follow from it, so a packed log needs none.
"""

import hashlib
from datetime import UTC, datetime, timedelta
from uuid import UUID

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)


def round_id(at: datetime, drawn: bytes) -> UUID:
    """Return the id of a round dealt ``at`` that time, with ten random bytes."""
    return _id(at, drawn)


def hand_id(of_round: UUID, at: datetime, seat: int) -> UUID:
    """Return the id of a hand of the round, dealt ``at`` that time."""
    return _id(at, _following(of_round, "hand", seat))


def move_id(of_round: UUID, at: datetime, version: int) -> UUID:
    """Return the id of a move, or chair event, of the round, made ``at`` that time."""
    return _id(at, _following(of_round, "move", version))


def _following(of_round: UUID, table: str, number: int) -> bytes:
    return hashlib.sha256(f"{of_round} {table} {number}".encode()).digest()[:10]


def _id(at: datetime, rest: bytes) -> UUID:
    """``rest`` is ten bytes; six of their bits give way to the version and the variant."""
    bits = (at - _EPOCH) // _MILLISECOND << 80 | int.from_bytes(rest)
    bits = bits & ~(0xF << 76) | 0x7 << 76
    return UUID(int=bits & ~(0x3 << 62) | 0x2 << 62)
