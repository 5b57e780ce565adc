"""Orders: what can be planned, and which move it is once the turn has come."""

from random import Random
from typing import Any

import pytest

from games.rules.cards import card_name, deck, parse_card, turned
from games.rules.errors import RuleError
from games.rules.legal import legal_moves
from games.rules.moves import ENDS, Move, Orient, Scout, ScoutAndShow, Show
from games.rules.orders import (
    Order,
    Reason,
    check_order,
    fitting,
    order_from_json,
    order_to_json,
)
from games.rules.round import apply
from games.rules.scouting import scouted_card
from games.rules.state import RoundState
from tests.rules.games import Chance, games
from tests.rules.tables import after, scout, show, table

SCOUT = {"type": "scout", "end": "left", "flip": False, "to": 7}
BOTH = {"type": "scout_and_show", "end": "right", "flip": True, "to": 0, "start": 0, "stop": 3}


def fault_of(value: object) -> str:
    with pytest.raises(RuleError) as refused:
        order_from_json(value)
    return refused.value.code


def checked(order: Order, state: RoundState, seat: int) -> str:
    """The code of its fault, if any."""
    try:
        check_order(order, state, seat)
    except RuleError as refusal:
        return refusal.code
    return ""


def order_of(move: Move, state: RoundState) -> Order:
    """The order that asks for just this move."""
    assert not isinstance(move, Orient)
    card = None if isinstance(move, Show) else scouted_card(state.active, move.end)
    return Order(move, card)


@pytest.mark.parametrize(
    "value",
    [
        {"move": {"type": "show", "start": 2, "stop": 5}},
        {"move": SCOUT, "card": "6/2"},
        {"move": BOTH, "card": "1/10"},
    ],
)
def test_an_order_is_written_as_it_was_read(value: Any) -> None:
    assert order_to_json(order_from_json(value)) == value


@pytest.mark.parametrize(
    "value",
    [
        None,
        [],
        "show",
        {},
        {"type": "show", "start": 2, "stop": 5},
        {"move": {"type": "show", "start": 2, "stop": 5}, "card": "6/2"},
        {"move": {"type": "show", "start": 2, "stop": 5, "end": "left"}},
        {"move": {"type": "show", "start": 2.0, "stop": 5}},
        {"move": {"type": "show", "start": True, "stop": 5}},
        {"move": SCOUT},
        {"move": SCOUT, "card": None},
        {"move": SCOUT, "card": "6/6"},
        {"move": SCOUT, "card": 6},
        {"move": SCOUT, "card": ["6/2"]},
        {"move": SCOUT, "card": "6/2", "why": ""},
        {"move": {**SCOUT, "end": "middle"}, "card": "6/2"},
        {"move": BOTH},
    ],
)
def test_exactly_the_keys_and_types_of_an_order_are_read(value: Any) -> None:
    assert fault_of(value) == "bad_move"


def test_a_hand_can_not_be_turned_by_order() -> None:
    assert fault_of({"move": {"type": "orient", "flip": True}}) == "wrong_phase"


@pytest.fixture
def pair() -> RoundState:
    """Seat 0 of four has shown 5-6; seat 1 is to play; seat 2 has two twos."""
    return after(table("5 6 1", "4 8 6", "2 2", "9 7"), show(0, 2))


def free(state: RoundState, seat: int) -> str:
    """A card that others may have."""
    mine = {each for card in state.hands[seat] for each in (card, turned(card))}
    return card_name(next(card for card in deck(state.players) if card not in mine))


def ordered(move: Any, card: str | None = None) -> Order:
    return Order(move, None if card is None else parse_card(card))


def test_what_others_can_not_change_is_checked_at_once(pair: RoundState) -> None:
    card, own = free(pair, 2), card_name(turned(pair.hands[2][0]))
    faults = {
        ordered(Show(0, 3)): "no_such_cards",
        ordered(Show(1, 1)): "no_such_cards",
        ordered(Show(0, 2)): "",
        ordered(Scout("left", False, 3), card): "no_such_place",
        ordered(Scout("left", False, 2), card): "",
        ordered(Scout("left", False, 2), own): "nothing_to_scout",
        ordered(Scout("left", False, 2), "9/10"): "nothing_to_scout",
        ordered(ScoutAndShow("left", False, 0, 0, 4), card): "no_such_cards",
        ordered(ScoutAndShow("left", False, 0, 0, 1), card): "",
    }
    assert {order: checked(order, pair, 2) for order in faults} == faults
    assert checked(ordered(Show(0, 2)), pair, 1) == "not_a_set"
    used = pair._replace(scout_and_show=(True, True, False, True))
    assert checked(ordered(ScoutAndShow("left", False, 0, 0, 1), card), used, 2) == (
        "scout_and_show_used"
    )


def test_two_players_plan_no_scout_and_show_and_need_a_chip_to_scout() -> None:
    state = after(table("5 6", "3 4 9"), show(0, 1))
    card = free(state, 1)
    assert checked(ordered(Scout("left", False, 0), card), state, 1) == ""
    broke = state._replace(chips=(3, 0))
    assert checked(ordered(Scout("left", False, 0), card), broke, 1) == "no_scout_chip"
    both = ordered(ScoutAndShow("left", False, 0, 0, 1), card)
    assert checked(both, state, 1) == "not_with_two_players"


def test_an_order_that_does_not_fit_says_why(pair: RoundState) -> None:
    left, right = pair.active
    assert fitting(Order(Show(0, 1)), pair, 1) == Reason("not_stronger", 0, pair.active)
    absent = parse_card(free(pair, 1))
    assert absent not in (left, right)
    assert fitting(Order(Scout("left", False, 0), absent), pair, 1) == (
        Reason("not_in_ring", 0, pair.active)
    )
    both = Order(ScoutAndShow("right", False, 3, 0, 1), left)
    assert fitting(both, pair, 1) == Reason("not_stronger", 0, pair.active[1:])
    three = pair._replace(active=bytes([left, absent, right]))
    assert fitting(Order(Scout("left", False, 0), absent), three, 1) == (
        Reason("not_at_an_end", 0, three.active)
    )
    empty = pair._replace(active=b"")
    assert fitting(Order(Scout("left", False, 0), left), empty, 1) == (
        Reason("nothing_to_scout", 0, b"")
    )


def test_a_card_comes_into_the_hand_as_ordered_whichever_way_and_wherever_it_lies(
    pair: RoundState,
) -> None:
    left, right = pair.active
    for flip in (False, True):
        order = Order(Scout("right", flip, 1), left)
        for active in (bytes([left, right]), bytes([right, turned(left)]), bytes([turned(left)])):
            move = fitting(order, pair._replace(active=active), 1)
            assert isinstance(move, Scout)
            taken = apply(pair._replace(active=active), 1, move).hands[1][1]
            assert taken == order.taken == (turned(left) if flip else left)


def test_the_one_end_of_a_single_card_is_its_left() -> None:
    state = after(table("5 6", "3 4 9", "2 2"), show(0, 1))
    assert fitting(Order(Scout("right", False, 0), state.active[0]), state, 1) == scout()


@games()
def test_an_order_fits_just_when_the_move_it_asks_for_is_legal(chance: Chance) -> None:
    random = chance.random
    for game in chance.some_states(6):
        state = game.round
        assert state is not None
        for seat in () if state.over or not state.oriented else state.to_act:
            legal = legal_moves(state, seat)
            for move in random.sample(legal, min(20, len(legal))):
                assert fitting(order_of(move, state), state, seat) == move
                assert checked(order_of(move, state), state, seat) == ""
            for order in any_orders(random, state, seat):
                found = fitting(order, state, seat)
                assert isinstance(found, Reason) or found in legal
                if isinstance(found, Reason):
                    assert not any(same(order, order_of(move, state)) for move in legal)


def any_orders(random: Random, state: RoundState, seat: int) -> list[Order]:
    held = len(state.hands[seat])
    found: list[Order] = []
    while len(found) < 40:
        start = random.randrange(held + 1)
        cut = (start, random.randint(start, held + 1))
        end, flip, to = random.choice(ENDS), random.random() < 0.5, random.randint(0, held)
        card = random.choice([*state.active, *random.sample(deck(state.players), 2)])
        if random.random() < 0.5:
            card = turned(card)
        found += [
            Order(Show(*cut)),
            Order(Scout(end, flip, to), card),
            Order(ScoutAndShow(end, flip, to, *cut), card),
        ]
    return found


def same(one: Order, other: Order) -> bool:
    """Whether both ask for the same, from whichever end."""
    what = [
        (type(each.move), each.taken, *(getattr(each.move, key, None) for key in _WHERE))
        for each in (one, other)
    ]
    return what[0] == what[1]


_WHERE = ("to", "start", "stop")
