"""41 records of finished games from another engine, and ways to spoil them."""

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any, TypeAlias

from games.rules.records import check_line

Place: TypeAlias = tuple[str | int, ...]
"""The keys and indices that lead to a value in a record."""

Spoil: TypeAlias = Callable[[Any], Any]
"""Gives a spoilt copy of a record."""

PLAYTHROUGHS = Path(__file__).parent.parent / "playthroughs"
LINES = (PLAYTHROUGHS / "examples.jsonl").read_text(encoding="utf-8").splitlines()
RECORDS: list[dict[str, Any]] = [json.loads(line) for line in LINES]


def example(players: int, *endings: str, meta: bool = False) -> dict[str, Any]:
    """Copy the first example whose rounds ended in all these ways."""
    for record in RECORDS:
        ended = {a_round["ended_by"] for a_round in record["rounds"]}
        if record["players"] == players and set(endings) <= ended:
            return {**deepcopy(record), **({"meta": {}} if meta else {})}
    raise LookupError(f"No example with {players} players has {endings}.")


def verdict(record: object, *, legal: bool = False) -> dict[str, Any]:
    return check_line(json.dumps(record), legal=legal)


def fault(record: object) -> tuple[str, int | None, int | None]:
    """Code, round and move of the first fault."""
    said = verdict(record)
    assert list(said) == ["ok", "round", "move", "code", "error"], said
    assert said["ok"] is False
    assert isinstance(said["error"], str)
    assert said["error"]
    return said["code"], said["round"], said["move"]


def places(value: Any, place: Place = ()) -> Iterator[Place]:
    """The value itself first."""
    yield place
    if isinstance(value, dict):
        for key, entry in value.items():
            yield from places(entry, (*place, key))
    if isinstance(value, list):
        # One entry of each kind is enough.
        for number, entry in enumerate(value[:1]):
            yield from places(entry, (*place, number))


def at(value: Any, place: Place) -> Any:
    for key in place:
        value = value[key]
    return value


def put(record: Any, place: Place, entry: Any) -> Any:
    record = deepcopy(record)
    if not place:
        return entry
    at(record, place[:-1])[place[-1]] = entry
    return record


def replaced(place: Place, change: Callable[[Any], Any]) -> Spoil:
    return lambda record: put(record, place, change(at(record, place)))
