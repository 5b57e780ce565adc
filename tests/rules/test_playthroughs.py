"""Golden games stay as kept in files."""

import json
from typing import Any

import pytest

from games.rules.deal import commitment, deal_round
from games.rules.view_reading import view_from_json
from tests.rules.examples import PLAYTHROUGHS, verdict
from tests.rules.make_playthroughs import GOLDEN, Golden, lines, states
from tests.rules.oracle import parse
from tests.rules.oracle_game import Deal, Game, Step, Turn, record, replay, view
from tests.rules.play import as_set, steps_of, text

EVERY = pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: golden.name)


def kept(golden: Golden) -> list[dict[str, Any]]:
    content = (PLAYTHROUGHS / golden.name).read_text(encoding="utf-8")
    return [json.loads(line) for line in content.splitlines()]


def test_there_is_a_golden_game_for_every_number_of_players_and_every_ending() -> None:
    endings = {"empty_hand", "unbeaten", "turn_limit"}
    # With two players the chips run out long before turn two hundred.
    expected = {(players, ending) for players in (3, 4, 5) for ending in endings}
    expected |= {(2, "empty_hand"), (2, "unbeaten")}
    assert {(golden.players, golden.ending) for golden in GOLDEN} == expected


@EVERY
def test_a_golden_game_stays_as_it_is_kept(golden: Golden) -> None:
    assert [text(line) for line in lines(golden)] == [text(line) for line in kept(golden)]


@EVERY
def test_the_record_of_a_golden_game_is_right(golden: Golden) -> None:
    _, its_record, *_ = kept(golden)
    assert verdict(its_record) == {"ok": True}
    assert its_record["players"] == golden.players
    assert its_record["rounds"][0]["ended_by"] == golden.ending


@EVERY
def test_a_golden_game_went_by_the_rules(golden: Golden) -> None:
    told, its_record, *looks = kept(golden)
    *_, end = states(golden)
    assert record(replay(golden.players, steps_of(end))) == its_record
    secret = bytes.fromhex(told["secret"])
    assert commitment(secret) == told["commitment"]
    for number, a_round in enumerate(its_record["rounds"]):
        assert deal_round(secret, "", golden.players, number).starter == a_round["starter"]
    for look in looks:
        shown = {**look["view"], "legal": None}
        game = game_at(its_record, look)
        if game is not None:
            assert view(game, shown["seat"]) == shown


def game_at(its_record: dict[str, Any], look: dict[str, Any]) -> Game | None:
    """By the oracle at a version; None while some have oriented."""
    steps: list[Step] = []
    made = 0
    for a_round in its_record["rounds"]:
        hands = [[parse(name) for name in hand] for hand in a_round["hands"]]
        steps.append(Deal(hands, a_round["starter"]))
        moves = [
            (seat, {"type": "orient", "flip": flip}) for seat, flip in enumerate(a_round["flips"])
        ]
        moves += [
            (entry["seat"], {key: entry[key] for key in entry if key != "seat"})
            for entry in a_round["moves"]
        ]
        if look["version"] < made + len(moves) or a_round is its_record["rounds"][-1]:
            steps += [Turn(*move) for move in moves[: look["version"] - made]]
            between = 0 < look["version"] - made < its_record["players"]
            return None if between else replay(its_record["players"], steps)
        made += len(moves)
        steps += [Turn(*move) for move in moves]
    raise AssertionError("no such version")


@EVERY
def test_the_views_of_a_golden_game_can_be_read(golden: Golden) -> None:
    for look in kept(golden)[2:]:
        again = view_from_json(look["view"])
        assert again.to_json(legal=look["view"]["legal"] is not None) == look["view"]
        if look["view"]["legal"] is not None:
            assert as_set(again.legal_moves()) == {text(move) for move in look["view"]["legal"]}
