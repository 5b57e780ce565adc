"""Every kind of broken record is refused with the code of its first fault."""

from copy import deepcopy
from itertools import combinations
from typing import Any

import pytest

from games.rules.records import record_of
from tests.rules import oracle
from tests.rules.examples import RECORDS, Place, Spoil, example, fault, put, replaced
from tests.rules.games import Chance, games
from tests.rules.oracle import JSON
from tests.rules.oracle_game import replay
from tests.rules.play import steps_of

HANDS: Place = ("rounds", 0, "hands")


def a_card_twice(record: Any) -> Any:
    return put(record, (*HANDS, 0, 0), record["rounds"][0]["hands"][1][0])


def a_card_twice_turned(record: Any) -> Any:
    top, bottom = record["rounds"][0]["hands"][1][0].split("/")
    return put(record, (*HANDS, 0, 0), f"{bottom}/{top}")


def a_card_in_another_hand(record: Any) -> Any:
    """Seat 1 has a card of seat 0 besides its own."""
    first, second, *others = record["rounds"][0]["hands"]
    return put(record, HANDS, [first[1:], [*second, first[0]], *others])


DEALS: dict[str, tuple[int, Spoil]] = {
    "a card twice": (3, a_card_twice),
    "a card twice, turned": (3, a_card_twice_turned),
    "a card in another hand": (3, a_card_in_another_hand),
    "a card with a 10": (3, replaced((*HANDS, 0, 0), lambda card: "10/1")),
    "the card 9/10": (4, replaced((*HANDS, 0, 0), lambda card: "9/10")),
    "the card 10/9": (2, replaced((*HANDS, 0, 0), lambda card: "10/9")),
    "a card too few": (5, replaced((*HANDS, 4), lambda hand: hand[1:])),
    "a card too many": (4, replaced((*HANDS, 0), lambda hand: [*hand, "9/10"])),
    "no cards in a hand": (3, replaced((*HANDS, 2), lambda hand: [])),
    "no cards at all": (3, replaced(HANDS, lambda hands: [[], [], []])),
}


@pytest.mark.parametrize(("players", "spoil"), DEALS.values(), ids=DEALS)
def test_cards_that_could_not_be_dealt_are_a_wrong_deal(players: int, spoil: Spoil) -> None:
    assert fault(spoil(example(players))) == ("wrong_deal", 0, None)


def test_round_two_of_two_players_must_deal_the_cards_set_aside() -> None:
    record = example(2)
    record["rounds"][1]["hands"][0][0] = record["rounds"][0]["hands"][1][5]
    assert fault(record) == ("wrong_deal", 1, None)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_another_player_may_not_start(players: int) -> None:
    record = example(players)
    dealt = {name for hand in record["rounds"][0]["hands"] for name in hand}
    for number, a_round in enumerate(record["rounds"]):
        everybody = set(range(players))
        could = {a_round["starter"]} if number or dealt & {"1/2", "2/1"} else everybody
        for wrong in {-1, players, 10**30} | everybody - could:
            spoilt = put(record, ("rounds", number, "starter"), wrong)
            assert fault(spoilt) == ("wrong_starter", number, None)


@games()
def test_a_move_that_is_not_legal_is_named_with_its_code(chance: Chance) -> None:
    *states, end = chance.states()
    record = record_of(end)
    playing = [state for state in states if state.round and state.round.oriented and state.to_act]
    state = chance.random.choice(playing)
    table = replay(chance.players, steps_of(state)).table
    seat, number, index = table.turn, state.round_number, len(state.moves)
    place: Place = ("rounds", number, "moves", index)
    every = list(oracle.well_formed(len(table.hands[seat]), margin=1))
    for move in chance.random.sample(every, 30):
        codes = oracle.refusals(table, seat, move)
        if codes:
            code, *where = fault(put(record, place, {"seat": seat, **move}))
            assert code in codes
            assert where == [number, index]
    other = (seat + chance.random.randrange(1, chance.players)) % chance.players
    spoilt = put(record, (*place, "seat"), other)
    assert fault(spoilt) == ("not_your_turn", number, index)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_an_orientation_among_the_moves_is_out_of_phase(seat: int) -> None:
    record = example(3, "empty_hand")
    for number, a_round in enumerate(record["rounds"]):
        for index in (0, 1, len(a_round["moves"]) - 1):
            entry = {"seat": seat, "type": "orient", "flip": False}
            spoilt = deepcopy(record)
            spoilt["rounds"][number]["moves"].insert(index, entry)
            assert fault(spoilt) == ("wrong_phase", number, index)
            spoilt = put(record, ("rounds", number, "moves", index), entry)
            assert fault(spoilt) == ("wrong_phase", number, index)


@pytest.mark.parametrize("seat", [-1, 3, 10**30])
def test_a_move_of_a_seat_that_is_not_at_the_table_is_refused(seat: int) -> None:
    spoilt = put(example(3), ("rounds", 1, "moves", 2, "seat"), seat)
    code, *place = fault(spoilt)
    assert code in ("not_your_turn", "bad_move", "bad_record")
    assert place == [1, 2]


@pytest.mark.parametrize("ending", ["empty_hand", "unbeaten", "turn_limit"])
@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_move_after_the_end_of_a_round_is_one_too_many(players: int, ending: str) -> None:
    record = example(players, ending)
    number = [a_round["ended_by"] for a_round in record["rounds"]].index(ending)
    moves = record["rounds"][number]["moves"]
    entries: list[JSON] = [
        {"type": "show", "start": 0, "stop": 1},
        {"type": "scout", "end": "left", "flip": False, "to": 0},
        {"type": "scout_and_show", "end": "left", "flip": False, "to": 0, "start": 0, "stop": 1},
    ]
    for seat in range(players):
        for entry in entries:
            spoilt = put(record, ("rounds", number, "moves"), [*moves, {"seat": seat, **entry}])
            assert fault(spoilt) == ("round_over", number, len(moves))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_round_that_stops_before_its_end_lacks_moves(players: int) -> None:
    record = example(players)
    for number, a_round in enumerate(record["rounds"]):
        for kept in {0, 1, len(a_round["moves"]) - 1}:
            spoilt = put(record, ("rounds", number, "moves"), a_round["moves"][:kept])
            assert fault(spoilt) == ("missing_moves", number, None)


@pytest.mark.parametrize("ending", ["empty_hand", "unbeaten", "turn_limit"])
def test_how_a_round_ended_and_who_ended_it_must_be_right(ending: str) -> None:
    record = example(5, ending)
    number = [a_round["ended_by"] for a_round in record["rounds"]].index(ending)
    right = record["rounds"][number]["ender"]
    for wrong in {"empty_hand", "unbeaten", "turn_limit"} - {ending}:
        for ender in (None, right, 0):
            spoilt = put(record, ("rounds", number, "ended_by"), wrong)
            spoilt["rounds"][number]["ender"] = ender
            assert fault(spoilt) == ("wrong_ender", number, None)
    for ender in {None, *range(-1, 6), 10**30} - {right}:
        spoilt = put(record, ("rounds", number, "ender"), ender)
        assert fault(spoilt) == ("wrong_ender", number, None)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_part_of_every_score_must_be_right(players: int) -> None:
    record = example(players)
    for number, a_round in enumerate(record["rounds"]):
        for seat, score in enumerate(a_round["scores"]):
            for part, value in score.items():
                wrong = [not value] if part == "ender" else [value + 1, -value - 1]
                for other in wrong:
                    spoilt = put(record, ("rounds", number, "scores", seat, part), other)
                    assert fault(spoilt) == ("wrong_score", number, None), (part, other)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_totals_must_be_right(players: int) -> None:
    record = example(players)
    for seat in range(players):
        for change in (1, -1, 10**30):
            spoilt = put(record, ("totals", seat), record["totals"][seat] + change)
            assert fault(spoilt) == ("wrong_totals", None, None)


def test_the_winners_must_be_right_and_ascend() -> None:
    shared = example(3)
    assert shared["winners"] == [0, 1, 2]
    for wrong in ([], [0], [1, 2], [2, 1, 0], [0, 1, 2, 2], [0, 1, 2, 3], [-1], [10**30]):
        assert fault(put(shared, ("winners",), wrong)) == ("wrong_winners", None, None)
    alone = next(record for record in RECORDS if len(record["winners"]) == 1)
    for wrong in ([], alone["winners"] * 2, list(range(alone["players"]))):
        assert fault(put(alone, ("winners",), wrong)) == ("wrong_winners", None, None)


def other_seat(seat: int) -> int:
    return (seat + 1) % 3


def faults_of_round(number: int) -> list[tuple[tuple[str, int | None, int | None], Spoil]]:
    """One fault of each kind with three players, in the formats' order."""
    place: Place = ("rounds", number)
    return [
        (("wrong_deal", number, None), replaced((*place, "hands", 0, 0), lambda card: "10/9")),
        (("wrong_starter", number, None), replaced((*place, "starter"), other_seat)),
        (("not_your_turn", number, 1), replaced((*place, "moves", 1, "seat"), other_seat)),
        (("not_your_turn", number, 2), replaced((*place, "moves", 2, "seat"), other_seat)),
        (("wrong_ender", number, None), replaced((*place, "ender"), other_seat)),
        (("wrong_score", number, None), replaced((*place, "scores", 2, "chips"), lambda n: n + 1)),
    ]


IN_ORDER = [
    (("bad_move", 2, 0), replaced(("rounds", 2, "moves", 0, "start"), lambda start: None)),
    *[each for number in range(3) for each in faults_of_round(number)],
    (("wrong_totals", None, None), replaced(("totals", 0), lambda total: total + 1)),
    (("wrong_winners", None, None), replaced(("winners",), lambda winners: [])),
]


@pytest.mark.parametrize(("first", "second"), list(combinations(range(len(IN_ORDER)), 2)))
def test_the_first_of_two_faults_is_named(first: int, second: int) -> None:
    record = example(3, "empty_hand", "unbeaten")
    expected_fault, spoil = IN_ORDER[first]
    assert fault(spoil(record)) == expected_fault
    assert fault(IN_ORDER[second][1](spoil(record))) == expected_fault
