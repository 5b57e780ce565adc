"""Show: cards go on the table and the beaten set into the pile."""

import pytest

from games.rules.cards import TOPS, card_names
from games.rules.round import apply
from tests.rules.tables import after, refusal, show, table


def test_the_first_player_may_show_any_set() -> None:
    state = after(table("7 3 4 5", "1 1", "2 2"), show(1, 4))
    assert list(state.active.translate(TOPS)) == [3, 4, 5]
    assert list(state.hands[0].translate(TOPS)) == [7]
    assert state.owner == 0
    assert state.turn == 1


def test_the_cards_lie_on_the_table_as_they_lay_in_the_hand() -> None:
    before = table("7 5 4 3", "1 1", "2 2")
    state = after(before, show(1, 4))
    assert card_names(state.active) == card_names(before.hands[0])[1:]


def test_a_stronger_set_takes_the_beaten_one_into_the_pile() -> None:
    state = after(table("7 3 4", "1 1 9", "2 2"), show(1, 3), show(0, 2))
    assert list(state.active.translate(TOPS)) == [1, 1]
    assert state.owner == 1
    assert state.collected == (0, 2, 0)


def test_the_first_show_collects_nothing() -> None:
    assert after(table("7 3 4", "1 1", "2 2"), show(0)).collected == (0, 0, 0)


def test_turns_go_clockwise_from_the_starting_player() -> None:
    state = table("6 1 2", "7 1 2", "8 1 2", "5 1 2", starter=3)
    turns = []
    for _ in range(4):
        turns.append(state.turn)
        state = after(state, show(0))
    assert turns == [3, 0, 1, 2]


@pytest.mark.parametrize("slice_", [(0, 0), (1, 1), (2, 1), (-1, 1), (0, 4), (3, 4), (-2, -1)])
def test_there_must_be_such_cards_in_the_hand(slice_: tuple[int, int]) -> None:
    assert refusal(table("7 3 4", "1 1", "2 2"), 0, show(*slice_)) == "no_such_cards"


@pytest.mark.parametrize("number", [10**30, -(10**30), 10**5000], ids=["long", "negative", "huge"])
def test_a_huge_number_is_refused_like_any_other(number: int) -> None:
    state = table("7 3 4", "1 1", "2 2")
    assert refusal(state, 0, show(0, number)) == "no_such_cards"
    assert refusal(state, 0, show(number, number + 1)) == "no_such_cards"


@pytest.mark.parametrize("hand", ["7 3 9", "3 4 3", "4 6 8", "3 3 4", "1 2 2"])
def test_the_cards_must_be_a_set(hand: str) -> None:
    assert refusal(table(hand, "1 1", "2 2"), 0, show(0, 3)) == "not_a_set"


@pytest.mark.parametrize(
    ("shown", "other"), [("6 6", "5 5"), ("8 9", "8 7"), ("2 2", "8 9"), ("1 2", "9"), ("4", "4")]
)
def test_the_set_must_be_stronger_than_the_active_set(shown: str, other: str) -> None:
    state = after(table(f"{shown} 1", f"{other} 1", "2 2"), show(0, len(shown.split())))
    assert refusal(state, 1, show(0, len(other.split()))) == "not_stronger"


def test_only_the_player_whose_turn_it_is_may_show() -> None:
    state = table("7 3 4", "1 1", "2 2")
    assert refusal(state, 1, show(0)) == "not_your_turn"
    assert refusal(state, -1, show(0)) == "not_your_turn"
    assert refusal(after(state, show(0)), 0, show(0)) == "not_your_turn"


def test_the_state_before_stays_as_it_was() -> None:
    before = table("7 3 4", "1 1", "2 2")
    hands = before.hands
    apply(before, 0, show(0))
    assert before.hands == hands
    assert before.turn == 0
    assert before.active == b""
