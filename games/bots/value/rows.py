"""Rows of numbers: lists in play, arrays in training."""

from typing import Protocol


class Ints(Protocol):
    """A row of integers."""

    def __getitem__(self, index: int, /) -> int: ...
    def __setitem__(self, index: int, value: int, /) -> None: ...


class Floats(Protocol):
    """A row of numbers."""

    def __getitem__(self, index: int, /) -> float: ...
    def __setitem__(self, index: int, value: float, /) -> None: ...


class IntRows(Protocol):
    """Rows of integers."""

    def __getitem__(self, index: int, /) -> Ints: ...


class FloatRows(Protocol):
    """Rows of numbers."""

    def __getitem__(self, index: int, /) -> Floats: ...
