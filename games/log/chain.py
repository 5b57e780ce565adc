"""Seals on a game's log, verifiable with its secret and revealing nothing without it."""

import hmac
import json
from collections.abc import Mapping
from datetime import UTC, datetime
from uuid import UUID

Column = bool | int | str | datetime | UUID | None
Plain = bool | int | str | None

_CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"))


def chain_key(secret: bytes) -> bytes:
    """Derive the key for a game's seals."""
    return hmac.digest(secret, b"scout-log/1", "sha256")


def seal(key: bytes, before: str, table: str, row: Mapping[str, Column]) -> str:
    """Return the HMAC-SHA256 seal of ``row`` as 64 hexadecimal digits.

    It covers ``before`` (the previous seal), a line feed and JSON of ``table`` and the columns:
    sorted keys, no spaces, times in UTC with microseconds.
    """
    canonical = _CANONICAL.encode({"table": table, "row": plain(row)})
    return hmac.digest(key, f"{before}\n{canonical}".encode(), "sha256").hex()


def plain(row: Mapping[str, Column]) -> dict[str, Plain]:
    """Return the columns as the JSON has them that is sealed."""
    return {name: _plain(value) for name, value in row.items()}


def _plain(value: Column) -> Plain:
    match value:
        case datetime():
            return value.astimezone(UTC).isoformat(timespec="microseconds")
        case UUID():
            return str(value)
    return value
