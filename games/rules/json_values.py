"""Strict reading of JSON values: exactly the keys and types of a format, nothing like them."""

import json
from typing import Any

from games.rules.cards import Cards, parse_cards


class FormatError(ValueError):
    """A value that is not of the format; the message names the place and what belongs there."""


def read_json(line: str | bytes) -> Any:
    """The JSON value written in ``line``.

    ``FormatError`` for anything that is not one JSON value in UTF-8: also for numbers that are
    none (NaN), a key that stands twice in an object, and nesting too deep to read.
    """
    try:
        text = line.decode("utf-8") if isinstance(line, bytes) else line
        return json.loads(text, parse_constant=_no_number, object_pairs_hook=_object)
    except RecursionError:
        raise FormatError("The line is nested too deeply.") from None
    except FormatError:
        raise
    except ValueError as error:
        raise FormatError(f"The line is not JSON: {error}.") from None


def _no_number(name: str) -> Any:
    raise FormatError(f"{name} is not a number in JSON.")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        raise FormatError("A key stands twice in an object.")
    return value


def need_object(value: object, place: str, keys: set[str], optional: set[str]) -> dict[str, Any]:
    """``value`` if it is an object with all of ``keys`` and at most ``optional`` beside them."""
    if not isinstance(value, dict):
        raise FormatError(f"{place} is not an object.")
    if missing := sorted(keys - value.keys()):
        raise FormatError(f"{place} lacks {', '.join(missing)}.")
    if unknown := sorted(value.keys() - keys - optional):
        raise FormatError(f"{place} has keys that do not belong there: {', '.join(unknown)}.")
    return value


def need_list(value: object, place: str, length: int | None = None) -> list[Any]:
    """``value`` if it is a list, of ``length`` where that is given."""
    if not isinstance(value, list):
        raise FormatError(f"{place} is not a list.")
    if length is not None and len(value) != length:
        raise FormatError(f"{place} has {len(value)} entries, not {length}.")
    return value


def need_int(value: object, place: str) -> int:
    """``value`` if it is a whole number (true and 1.0 are none)."""
    if type(value) is not int:
        raise FormatError(f"{place} is not a whole number.")
    return value


def need_bool(value: object, place: str) -> bool:
    """``value`` if it is true or false."""
    if type(value) is not bool:
        raise FormatError(f"{place} is neither true nor false.")
    return value


def need_ints(value: object, place: str, length: int | None = None) -> tuple[int, ...]:
    """The whole numbers of the list ``value``."""
    return tuple(need_int(entry, place) for entry in need_list(value, place, length))


def need_bools(value: object, place: str, length: int) -> tuple[bool, ...]:
    """The booleans of the list ``value``."""
    return tuple(need_bool(entry, place) for entry in need_list(value, place, length))


def need_cards(value: object, place: str) -> Cards:
    """The cards of the list of strings ``value``, left to right."""
    try:
        return parse_cards(need_list(value, place))
    except FormatError:
        raise
    except ValueError as error:
        raise FormatError(f"{place}: {error}") from None


def need_seat(value: object, place: str, players: int) -> int:
    """``value`` if it is a seat of a table of ``players``."""
    seat = need_int(value, place)
    if not 0 <= seat < players:
        raise FormatError(f"{place}: there is no seat {seat} with {players} players.")
    return seat
