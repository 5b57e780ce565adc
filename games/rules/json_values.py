"""Strict reading of JSON: exactly a format's keys and types.

Each ``need_`` function raises ``FormatError``, naming ``place``.
"""

import json
from itertools import chain
from typing import Any

from .cards import Cards, parse_cards


class FormatError(ValueError):
    """A value breaks its format, as the message says."""


def read_json(line: str | bytes) -> Any:
    """Return the one JSON value in ``line``.

    Raise ``FormatError``, also for NaN and duplicate keys.
    """
    try:
        text = line.decode("utf-8") if isinstance(line, bytes) else line
        return json.loads(text, parse_constant=_no_number, object_pairs_hook=_object)
    except RecursionError:
        raise FormatError("The line is nested too deeply.") from None
    except FormatError:
        raise
    except json.JSONDecodeError as error:
        raise FormatError(f"It can’t be read from character {error.pos + 1} on.") from None
    except ValueError:
        raise FormatError("It can’t be read as text and numbers.") from None


def depth_of(value: Any) -> int:
    """Return how deep objects and lists are nested in a JSON value, however deep."""
    depth, level = 0, [value]
    while level := [each for each in level if isinstance(each, dict | list)]:
        depth += 1
        inner = (each.values() if isinstance(each, dict) else each for each in level)
        level = list(chain.from_iterable(inner))
    return depth


def _no_number(name: str) -> Any:
    raise FormatError(f"{name} is not a number in JSON.")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        raise FormatError("A key stands twice in an object.")
    return value


def need_object(value: object, place: str, keys: set[str], optional: set[str]) -> dict[str, Any]:
    """Return an object with all ``keys`` and at most ``optional`` besides."""
    if not isinstance(value, dict):
        raise FormatError(f"{place} is not an object.")
    if missing := sorted(keys - value.keys()):
        raise FormatError(f"{place} lacks {', '.join(missing)}.")
    if unknown := sorted(value.keys() - keys - optional):
        raise FormatError(f"{place} has keys that do not belong there: {', '.join(unknown)}.")
    return value


def need_list(value: object, place: str, length: int | None = None) -> list[Any]:
    """Return a list, of ``length`` if given."""
    if not isinstance(value, list):
        raise FormatError(f"{place} is not a list.")
    if length is not None and len(value) != length:
        raise FormatError(f"{place} has {len(value)} entries, not {length}.")
    return value


def need_int(value: object, place: str) -> int:
    """Return an integer; true and 1.0 are not."""
    if type(value) is not int:
        raise FormatError(f"{place} is not a whole number.")
    return value


def need_bool(value: object, place: str) -> bool:
    """Return a boolean."""
    if type(value) is not bool:
        raise FormatError(f"{place} is neither true nor false.")
    return value


def need_ints(value: object, place: str, length: int | None = None) -> tuple[int, ...]:
    """Return a list's integers."""
    return tuple(need_int(entry, place) for entry in need_list(value, place, length))


def need_bools(value: object, place: str, length: int) -> tuple[bool, ...]:
    """Return a list's booleans."""
    return tuple(need_bool(entry, place) for entry in need_list(value, place, length))


def need_cards(value: object, place: str) -> Cards:
    """Return the cards a list names."""
    try:
        return parse_cards(need_list(value, place))
    except FormatError:
        raise
    except ValueError as error:
        raise FormatError(f"{place}: {error}") from None


def need_seat(value: object, place: str, players: int) -> int:
    """Return a seat of ``players``."""
    seat = need_int(value, place)
    if not 0 <= seat < players:
        raise FormatError(f"{place}: there is no seat {seat} with {players} players.")
    return seat
