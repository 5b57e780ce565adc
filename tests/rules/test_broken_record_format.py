"""A record's format is checked before anything else."""

import json
from typing import Any

import pytest

from games.rules.records import check_line
from tests.rules.examples import LINES, Place, at, example, fault, places, put

OF_ANY_TYPE: list[Any] = [None, True, False, 0, -1, 7, 1.0, 0.5, "", "0", "x", [], [[]], {}, [None]]


def in_move(place: Place) -> bool:
    return len(place) >= 4 and place[2] == "moves"


def expected(place: Place) -> tuple[str, int | None, int | None]:
    """The fault of a wrong type in this place."""
    if in_move(place):
        return "bad_move", int(place[1]), int(place[3])
    return "bad_record", int(place[1]) if len(place) > 1 and place[0] == "rounds" else None, None


SPOILT = example(3, "empty_hand", "unbeaten", meta=True)
EVERYWHERE = [place for place in places(SPOILT) if place != ("meta",)]


@pytest.mark.parametrize("place", EVERYWHERE, ids=str)
def test_a_value_of_another_type_is_a_fault_of_the_format(place: Place) -> None:
    value = at(SPOILT, place)
    for wrong in OF_ANY_TYPE:
        nobody_or_somebody = place[-1:] == ("ender",) and type(wrong) in (int, type(None))
        if type(wrong) is not type(value) and not nobody_or_somebody:
            assert fault(put(SPOILT, place, wrong)) == expected(place), wrong


OBJECTS = [place for place in EVERYWHERE if isinstance(at(SPOILT, place), dict)]


@pytest.mark.parametrize("place", OBJECTS, ids=str)
def test_a_missing_key_is_a_fault_of_the_format(place: Place) -> None:
    whole = at(SPOILT, place)
    for missing in set(whole) - {"meta"}:
        without = {key: value for key, value in whole.items() if key != missing}
        assert fault(put(SPOILT, place, without)) == expected(place), missing


@pytest.mark.parametrize("place", OBJECTS, ids=str)
def test_another_key_is_a_fault_of_the_format(place: Place) -> None:
    whole = at(SPOILT, place)
    for key in {"", "Players", "id", "legal", "card", "meta", "version", "\ud800"} - set(whole):
        assert fault(put(SPOILT, place, {**whole, key: {}})) == expected(place), key


ROUND = SPOILT["rounds"][0]
RANGES: list[tuple[Place, list[Any]]] = [
    (("format",), ["scout-record/2", "scout-view/1", "SCOUT-RECORD/1", "scout-record/1 "]),
    (("players",), [0, 1, 2, 4, 6, -3, 10**30]),
    (("rounds",), [[], SPOILT["rounds"][:2], SPOILT["rounds"] + SPOILT["rounds"][:1]]),
    (("rounds", 0, "hands"), [[], ROUND["hands"][:2], ROUND["hands"] * 2]),
    (("rounds", 0, "hands", 0, 0), ["3/3", "0/1", "1/11", "3/7 ", "37", "3-7", "7\\3", "03/7"]),
    (("rounds", 0, "flips"), [[], [True], [True, False], [True] * 4]),
    (("rounds", 0, "ended_by"), ["", "empty", "Unbeaten", "turn limit"]),
    (("rounds", 0, "scores"), [[], ROUND["scores"][:2], ROUND["scores"] * 2]),
    (("rounds", 0, "moves", 0, "type"), ["", "pass", "Show", "scout & show"]),
    (("rounds", 1, "moves", 1, "end"), ["", "Left", "middle"]),
    (("totals",), [[], [1], [1] * 4]),
    (("meta",), [None, [], 1, "x", True]),
]  # fmt: skip


@pytest.mark.parametrize(("place", "wrong"), RANGES, ids=lambda value: str(value)[:40])
def test_a_value_that_the_format_does_not_know_is_a_fault_of_the_format(
    place: Place, wrong: list[Any]
) -> None:
    for value in wrong:
        assert fault(put(SPOILT, place, value)) == expected(place), value


NO_JSON: dict[str, bytes] = {
    "words": b"a game",
    "a piece": LINES[0].encode()[:-1],
    "two on a line": LINES[0].encode() * 2,
    "single quotes": LINES[0].replace('"', "'").encode(),
    "a comma too many": LINES[0].encode()[:-1] + b",}",
    "not UTF-8": LINES[0].encode() + b"\xff",
    "not UTF-8 in a string": LINES[0].encode()[:-1] + b',"meta":{"name":"\xe9"}}',
    "UTF-16": LINES[0].encode("utf-16"),
    "a byte order mark": b"\xef\xbb\xbf" + LINES[0].encode(),
    "NaN": LINES[0].encode()[:-1] + b',"meta":{"x":NaN}}',
    "Infinity": LINES[0].encode()[:-1] + b',"meta":{"x":Infinity}}',
    "-Infinity": LINES[0].encode()[:-1] + b',"meta":{"x":-Infinity}}',
    "a key twice": LINES[0].encode()[:-1] + b',"players":3}',
    "a zero byte": LINES[0].encode() + b"\0",
    "a bare control character": LINES[0].encode()[:-1] + b',"meta":{"x":"\t"}}',
    "a number too long to read": LINES[0].encode()[:-1] + b',"meta":' + b"9" * 5000 + b"}",
    "nothing": b"",
}


@pytest.mark.parametrize("line", NO_JSON.values(), ids=NO_JSON)
def test_what_is_not_json_is_a_fault_of_the_format(line: bytes) -> None:
    said = check_line(line)
    assert (said["ok"], said["code"], said["round"], said["move"]) == (
        False, "bad_record", None, None
    )  # fmt: skip


@pytest.mark.parametrize("depth", [*range(1, 30), *range(880, 1010), 5000, 100_000])
def test_deep_nesting_is_a_fault_like_any_other(depth: int) -> None:
    deep = b"[" * depth + b"]" * depth
    for marked in (put(SPOILT, ("rounds", 0, "hands", 0, 0), "@"), put(SPOILT, ("totals",), "@")):
        said = check_line(json.dumps(marked).encode().replace(b'"@"', deep))
        assert said["code"] == "bad_record"
    assert check_line(deep)["code"] == "bad_record"
