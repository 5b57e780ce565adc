"""Before the first turn every player keeps or turns the hand."""

import pytest

from games.rules.cards import card_names, parse_cards
from games.rules.moves import Orient
from games.rules.round import apply, start_round
from games.rules.state import RoundState
from tests.rules.tables import refusal, scout, scout_and_show, show


@pytest.fixture
def dealt() -> RoundState:
    """Three players who have not chosen; seat 1 will start."""
    hands = (["3/7", "4/1"], ["1/2", "9/8"], ["5/6", "6/2"])
    return start_round(tuple(map(parse_cards, hands)), starter=1)


def test_turning_keeps_the_order_and_turns_each_card(dealt: RoundState) -> None:
    assert card_names(apply(dealt, 0, Orient(flip=True)).hands[0]) == ["7/3", "1/4"]


def test_keeping_changes_no_card(dealt: RoundState) -> None:
    assert apply(dealt, 0, Orient(flip=False)).hands == dealt.hands


def test_turning_leaves_the_other_hands_alone(dealt: RoundState) -> None:
    state = apply(dealt, 0, Orient(flip=True))
    assert state.hands[1:] == dealt.hands[1:]
    assert state.flips == (True, None, None)


def test_players_choose_in_any_order(dealt: RoundState) -> None:
    state = apply(dealt, 2, Orient(flip=True))
    assert state.to_act == (0, 1)
    state = apply(state, 0, Orient(flip=False))
    assert state.to_act == (1,)
    assert not state.oriented


def test_the_starting_player_plays_once_all_have_chosen(dealt: RoundState) -> None:
    for seat in (2, 0, 1):
        dealt = apply(dealt, seat, Orient(flip=False))
    assert dealt.oriented
    assert dealt.to_act == (1,)


def test_the_choice_is_final(dealt: RoundState) -> None:
    state = apply(dealt, 0, Orient(flip=True))
    for flip in (False, True):
        assert refusal(state, 0, Orient(flip)) == "not_your_turn"


@pytest.mark.parametrize("move", [show(0), scout(), scout_and_show(0, 1)])
def test_nobody_plays_before_all_have_chosen(dealt: RoundState, move: Orient) -> None:
    assert refusal(dealt, 1, move) == "wrong_phase"
    state = apply(apply(dealt, 0, Orient(flip=False)), 2, Orient(flip=False))
    assert refusal(state, 1, move) == "wrong_phase"
    assert refusal(state, 0, move) in ("wrong_phase", "not_your_turn")


def test_nobody_turns_a_hand_in_play(dealt: RoundState) -> None:
    for seat in range(3):
        dealt = apply(dealt, seat, Orient(flip=False))
    assert refusal(dealt, 1, Orient(flip=True)) == "wrong_phase"
    assert refusal(dealt, 0, Orient(flip=True)) in ("wrong_phase", "not_your_turn")


@pytest.mark.parametrize("seat", [-1, 3])
def test_there_are_no_other_seats(dealt: RoundState, seat: int) -> None:
    assert refusal(dealt, seat, Orient(flip=True)) == "not_your_turn"
