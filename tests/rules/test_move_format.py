"""Moves as JSON: exactly the formats' keys and types."""

from typing import Any

import pytest

from games.rules.errors import RuleError
from games.rules.moves import Orient, Scout, ScoutAndShow, Show, move_from_json, move_to_json

MOVES: list[dict[str, Any]] = [
    {"type": "orient", "flip": True},
    {"type": "show", "start": 2, "stop": 5},
    {"type": "scout", "end": "left", "flip": False, "to": 7},
    {"type": "scout_and_show", "end": "right", "flip": True, "to": 0, "start": 0, "stop": 3},
]
OF_ANOTHER_TYPE: list[Any] = [
    None, "", "left ", "LEFT", "true", "1", 0.0, 1.0, -1.5, [], [1], {}, {"to": 1}, float("nan"),
]  # fmt: skip
WRONG: dict[str, list[Any]] = {
    "flip": [0, 1, "left", *OF_ANOTHER_TYPE],
    "start": [True, False, "left", *OF_ANOTHER_TYPE],
    "stop": [True, False, "left", *OF_ANOTHER_TYPE],
    "to": [True, False, "left", *OF_ANOTHER_TYPE],
    "end": [True, 0, 1, "middle", *OF_ANOTHER_TYPE],
    "type": [True, 0, 1, "Show", "pass", "scout&show", "left", *OF_ANOTHER_TYPE],
}


def assert_bad_move(value: object) -> None:
    with pytest.raises(RuleError) as caught:
        move_from_json(value)
    assert caught.value.code == "bad_move"
    assert caught.value.sentence


def test_the_moves_of_the_formats_are_read() -> None:
    assert [move_from_json(move) for move in MOVES] == [
        Orient(flip=True),
        Show(start=2, stop=5),
        Scout(end="left", flip=False, to=7),
        ScoutAndShow(end="right", flip=True, to=0, start=0, stop=3),
    ]


@pytest.mark.parametrize("value", MOVES)
def test_a_move_is_written_as_it_was_read(value: dict[str, Any]) -> None:
    move = move_from_json(value)
    assert move_to_json(move) == value
    assert list(move_to_json(move)) == list(value)
    assert move.type == value["type"]


@pytest.mark.parametrize("value", MOVES)
def test_the_order_of_keys_does_not_matter(value: dict[str, Any]) -> None:
    assert move_from_json(dict(reversed(value.items()))) == move_from_json(value)


@pytest.mark.parametrize("value", MOVES)
def test_a_missing_key_is_a_bad_move(value: dict[str, Any]) -> None:
    for missing in value:
        assert_bad_move({key: entry for key, entry in value.items() if key != missing})


@pytest.mark.parametrize("value", MOVES)
def test_any_other_key_is_a_bad_move(value: dict[str, Any]) -> None:
    others = {"seat", "card", "cards", "legal", "Flip", "", "seq"} | set(WRONG)
    for key in others - set(value):
        assert_bad_move({**value, key: 0})


@pytest.mark.parametrize("value", MOVES)
def test_a_value_of_another_type_is_a_bad_move(value: dict[str, Any]) -> None:
    for key in value:
        for wrong in WRONG[key]:
            assert_bad_move({**value, key: wrong})


@pytest.mark.parametrize(
    "value", [None, True, 0, 1.0, "show", [], ["show", 0, 1], [{"type": "show"}], {}, {"type": {}}]
)
def test_what_is_no_object_with_a_type_is_a_bad_move(value: object) -> None:
    assert_bad_move(value)


def test_another_type_with_the_keys_of_the_first_is_a_bad_move() -> None:
    for value in MOVES:
        for other in MOVES:
            if other is not value:
                assert_bad_move({**value, "type": other["type"]})


@pytest.mark.parametrize("number", [-1, -(10**30), 10**30, 2**63])
def test_a_number_out_of_range_is_no_fault_of_the_format(number: int) -> None:
    assert move_from_json({"type": "show", "start": number, "stop": 1}) == Show(number, 1)
