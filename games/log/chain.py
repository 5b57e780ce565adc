"""The seal on a game's log: each row carries an HMAC over the row before it and its own columns.

The key is the game's secret, so a change to any row, or an exchange, loss or insertion of rows, is
found by whoever has the secret, and the seals tell nobody anything about the rows.
"""

import hmac
import json
from collections.abc import Mapping
from datetime import UTC, datetime
from uuid import UUID

Column = bool | int | str | datetime | UUID | None

_CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"))


def chain_key(secret: bytes) -> bytes:
    """The key of the seals of the game with ``secret``."""
    return hmac.digest(secret, b"scout-log/1", "sha256")


def seal(key: bytes, before: str, table: str, row: Mapping[str, Column]) -> str:
    """The seal of ``row`` (columns by name, without its seal) of ``table``, 64 hexadecimal digits.

    It is HMAC-SHA256 over ``before``, the seal of the row before, a line feed, and the row in one
    canonical form: JSON of an object with the table and the columns, keys sorted, no spaces, times
    in UTC with microseconds.
    """
    columns = {name: _plain(value) for name, value in row.items()}
    canonical = _CANONICAL.encode({"table": table, "row": columns})
    return hmac.digest(key, f"{before}\n{canonical}".encode(), "sha256").hex()


def _plain(value: Column) -> bool | int | str | None:
    match value:
        case datetime():
            return value.astimezone(UTC).isoformat(timespec="microseconds")
        case UUID():
            return str(value)
    return value
