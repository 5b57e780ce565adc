"""Records: written, read and replayed."""

import json
from typing import Any

import pytest

from games.rules.game import new_game
from games.rules.records import check_line, record_of
from tests.rules import oracle, oracle_game
from tests.rules.examples import LINES, RECORDS, example, verdict
from tests.rules.games import Chance, games
from tests.rules.oracle import JSON
from tests.rules.oracle_game import Deal, Game, Turn
from tests.rules.play import state_after, steps_of, text

EXAMPLES = pytest.mark.parametrize("number", range(len(RECORDS)))
# Before many moves of a long game there is a list of hundreds of legal moves.
EXAMPLES_BUT_LONG_ONES_IN_QUICK_TESTS = pytest.mark.parametrize(
    "number",
    [
        pytest.param(number, marks=pytest.mark.slow if len(line) > 12_000 else ())
        for number, line in enumerate(LINES)
    ],
)


def replayed(record: JSON) -> tuple[Game, list[list[list[JSON]]]]:
    """By the oracle, with the legal moves before each move."""
    game, listed = Game(record["players"]), []
    for a_round in record["rounds"]:
        hands = [[oracle.parse(name) for name in hand] for hand in a_round["hands"]]
        assert game.needs_deal
        game.take(Deal(hands, a_round["starter"]))
        for seat, flip in enumerate(a_round["flips"]):
            game.take(Turn(seat, {"type": "orient", "flip": flip}))
        legal = []
        for entry in a_round["moves"]:
            move = {key: value for key, value in entry.items() if key != "seat"}
            legal.append(oracle.legal_moves(game.table, entry["seat"]))
            assert move in legal[-1]
            game.take(Turn(entry["seat"], move))
        listed.append(legal)
    assert game.over
    return game, listed


def as_sets(listed: list[list[list[JSON]]]) -> list[list[set[str]]]:
    return [[{text(move) for move in legal} for legal in a_round] for a_round in listed]


def without_meta(record: JSON) -> JSON:
    return {key: value for key, value in record.items() if key != "meta"}


@EXAMPLES
def test_the_games_of_another_engine_are_right(number: int) -> None:
    assert check_line(LINES[number]) == {"ok": True}


@EXAMPLES_BUT_LONG_ONES_IN_QUICK_TESTS
def test_the_legal_moves_in_the_games_of_another_engine_are_those_of_the_rules(
    number: int,
) -> None:
    game, listed = replayed(RECORDS[number])
    assert oracle_game.record(game) == without_meta(RECORDS[number])
    said = check_line(LINES[number], legal=True)
    assert said.keys() == {"ok", "legal"}
    assert said["ok"] is True
    assert as_sets(said["legal"]) == as_sets(listed)
    assert [[len(legal) for legal in a_round] for a_round in said["legal"]] == [
        [len(legal) for legal in a_round] for a_round in listed
    ]


@EXAMPLES
def test_a_record_is_written_as_the_other_engine_writes_it(number: int) -> None:
    record = RECORDS[number]
    steps: list[oracle_game.Step] = []
    for a_round in record["rounds"]:
        hands = [[oracle.parse(name) for name in hand] for hand in a_round["hands"]]
        steps.append(Deal(hands, a_round["starter"]))
        flips = enumerate(a_round["flips"])
        steps += [Turn(seat, {"type": "orient", "flip": flip}) for seat, flip in flips]
        for entry in a_round["moves"]:
            move = {key: value for key, value in entry.items() if key != "seat"}
            steps.append(Turn(entry["seat"], move))
    assert text(record_of(state_after(record["players"], steps))) == text(without_meta(record))


def test_a_right_record_is_simply_ok() -> None:
    assert check_line(LINES[0]) == {"ok": True}
    assert check_line(LINES[0].encode()) == {"ok": True}


@games(one_in=2)
def test_the_record_of_any_game_is_right(chance: Chance) -> None:
    *_, end = chance.states()
    record = record_of(end)
    assert verdict(record) == {"ok": True}
    assert json.loads(text(record)) == record


def test_a_game_that_goes_on_has_no_record() -> None:
    state = state_after(3, steps_of(*[next(iter(Chance(3, "uniform", 1).states()))]))
    for game in (new_game(3), state):
        with pytest.raises(ValueError, match="finished"):
            record_of(game)


@pytest.mark.parametrize(
    "meta", [{}, {"names": ["Ann", "Bö"], "id": 7}, {"players": 9, "rounds": [], "x": {"y": None}}]
)
def test_what_stands_under_meta_changes_nothing(meta: dict[str, Any]) -> None:
    assert verdict({**example(3), "meta": meta}) == {"ok": True}


def test_the_order_of_keys_and_white_space_change_nothing() -> None:
    record = example(4)
    assert verdict(dict(reversed(record.items()))) == {"ok": True}
    assert check_line(json.dumps(record, separators=(" , ", " :\t")) + "\r\n") == {"ok": True}


def test_the_right_end_of_a_single_card_may_be_written() -> None:
    record = example(3, "turn_limit")
    scouts = [move for move in record["rounds"][0]["moves"] if move["type"] == "scout"]
    cards = len(record["rounds"][0]["moves"])
    assert cards == 200
    changed = 0
    for number, move in enumerate(record["rounds"][0]["moves"]):
        before = record["rounds"][0]["moves"][number - 1]
        if move in scouts and before["type"] == "show" and before["stop"] - before["start"] == 1:
            move["end"] = "right"
            changed += 1
    assert changed > 10
    assert verdict(record) == {"ok": True}


def test_without_the_one_two_either_of_two_players_may_start() -> None:
    for record in RECORDS:
        dealt = {name for hand in record["rounds"][0]["hands"] for name in hand}
        if record["players"] == 2 and not dealt & {"1/2", "2/1"}:
            break
    else:
        raise AssertionError("no such example")
    assert verdict(record) == {"ok": True}
    other = 1 - record["rounds"][0]["starter"]
    game = Game(2)
    hands = [[oracle.parse(name) for name in hand] for hand in record["rounds"][0]["hands"]]
    game.take(Deal(hands, other))
    spoilt = {**record, "rounds": [{**record["rounds"][0], "starter": other}, record["rounds"][1]]}
    assert verdict(spoilt)["code"] == "not_your_turn"


def test_the_legal_moves_are_listed_as_far_as_a_record_could_be_replayed() -> None:
    record = example(4)
    record["rounds"][1]["moves"][2]["seat"] = record["rounds"][1]["moves"][1]["seat"]
    said = verdict(record, legal=True)
    assert (said["ok"], said["code"], said["round"], said["move"]) == (False, "not_your_turn", 1, 2)
    whole = verdict(example(4), legal=True)["legal"]
    assert said["legal"][0] == whole[0]
    assert said["legal"][1] == whole[1][:3]
