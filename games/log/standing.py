"""Which moves of a log have been undone, and which stand."""

from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

from games.models import ChairEvent

_EVENTS = frozenset(ChairEvent.values)


class _Row(Protocol):
    """What is read of a row here."""

    @property
    def version(self) -> int: ...
    @property
    def type(self) -> str: ...
    @property
    def to(self) -> int | None: ...


RowT = TypeVar("RowT", bound=_Row)


def undone_in(rows: Iterable[_Row]) -> dict[int, int]:
    """Return the moves among ``rows``, in order, that a later one undoes, each with that row's
    version.
    """
    undone: dict[int, int] = {}
    moves: list[int] = []
    for row in rows:
        if row.type == ChairEvent.REWIND:
            while moves and moves[-1] >= (row.to or 0):
                undone[moves.pop()] = row.version
        elif row.type not in _EVENTS:
            moves.append(row.version)
    return undone


def standing(rows: Sequence[RowT]) -> list[RowT]:
    """Return ``rows``, in order, without moves that a later one undoes; all other rows stay."""
    undone = undone_in(rows) if any(row.type == ChairEvent.REWIND for row in rows) else {}
    return [row for row in rows if row.version not in undone]
