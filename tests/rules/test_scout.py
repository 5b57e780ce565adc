"""Scout: an end card enters the hand, for a chip to its owner."""

import pytest

from games.rules.cards import TOPS, card_names, turned
from games.rules.legal import legal_moves
from games.rules.moves import End, Scout, ScoutAndShow
from games.rules.round import normalise
from games.rules.state import RoundState
from tests.rules.tables import after, refusal, scout, scout_and_show, show, table


@pytest.fixture
def shown() -> RoundState:
    """Seat 0 of four has shown 3-4-5; seat 1 is to play."""
    return after(table("3 4 5 8", "1 6", "2 2", "9 7"), show(0, 3))


@pytest.mark.parametrize(("end", "number", "rest"), [("left", 3, [4, 5]), ("right", 5, [3, 4])])
def test_the_card_comes_from_an_end_of_the_active_set(
    shown: RoundState, end: End, number: int, rest: list[int]
) -> None:
    state = after(shown, scout(end, to=1))
    assert list(state.hands[1].translate(TOPS)) == [1, number, 6]
    assert list(state.active.translate(TOPS)) == rest


@pytest.mark.parametrize("to", [0, 1, 2])
def test_the_card_goes_anywhere_in_the_hand(shown: RoundState, to: int) -> None:
    expected = card_names(shown.hands[1])
    expected.insert(to, card_names(shown.active)[0])
    assert card_names(after(shown, scout(to=to)).hands[1]) == expected


def test_the_card_may_be_turned(shown: RoundState) -> None:
    state = after(shown, scout("right", flip=True))
    assert state.hands[1][0] == turned(shown.active[-1])


@pytest.mark.parametrize("to", [-1, 3, 10**30, -(10**30)])
def test_there_must_be_such_a_place(shown: RoundState, to: int) -> None:
    assert refusal(shown, 1, scout(to=to)) == "no_such_place"
    assert refusal(shown, 1, scout_and_show(0, 1, to=to)) == "no_such_place"


def test_the_owner_gets_a_chip_for_every_card(shown: RoundState) -> None:
    state = after(shown, scout())
    assert state.chips == (1, 0, 0, 0)
    assert after(state, scout()).chips == (2, 0, 0, 0)


def test_the_rest_stays_the_active_set_of_the_same_owner(shown: RoundState) -> None:
    state = after(shown, scout())
    assert state.owner == 0
    assert state.turn == 2
    assert refusal(state, 2, show(0, 1)) == "not_stronger"
    assert after(state, scout("right"), show(0)).collected == (0, 0, 0, 1)


def test_the_owner_gets_the_chip_for_the_last_card_too() -> None:
    state = after(table("3 8", "1 6", "2 2", "9 7"), show(0), scout())
    assert state.chips == (1, 0, 0, 0)
    assert state.active == b""


def test_on_an_empty_table_anything_may_be_shown_and_nothing_is_collected() -> None:
    state = after(table("9 8", "1 6", "1 2", "9 7"), show(0), scout())
    state = after(state, show(0))
    assert list(state.active.translate(TOPS)) == [1]
    assert state.collected == (0, 0, 0, 0)


def test_on_an_empty_table_there_is_nothing_to_scout() -> None:
    state = after(table("9 8", "1 6", "1 2", "9 7"), show(0), scout())
    assert refusal(state, 2, scout()) == "nothing_to_scout"
    assert refusal(state, 2, scout_and_show(0, 1)) == "nothing_to_scout"
    assert {move.type for move in legal_moves(state, 2)} == {"show"}


def test_nothing_can_be_scouted_before_the_first_show() -> None:
    state = table("9 8", "1 6", "1 2")
    assert refusal(state, 0, scout()) == "nothing_to_scout"
    assert refusal(state, 0, scout_and_show(0, 1)) == "nothing_to_scout"


def test_only_the_player_whose_turn_it_is_may_scout(shown: RoundState) -> None:
    for seat in (0, 2, 3):
        assert refusal(shown, seat, scout()) == "not_your_turn"


def test_the_right_end_of_a_single_card_is_its_left_end() -> None:
    one_card = after(table("9 8", "1 6", "1 2", "9 7"), show(0))
    assert normalise(one_card, scout("right", to=1, flip=True)) == scout("left", to=1, flip=True)
    assert normalise(one_card, scout_and_show(0, 1, "right", to=2)) == scout_and_show(0, 1, to=2)
    assert after(one_card, scout("right")) == after(one_card, scout("left"))


def test_the_ends_of_several_cards_keep_their_names(shown: RoundState) -> None:
    for move in (scout("right"), scout("left"), scout_and_show(0, 1, "right"), show(0)):
        assert normalise(shown, move) == move


def test_a_single_card_is_listed_from_its_left_end_only() -> None:
    one_card = after(table("7 8", "1 6", "1 2", "9 7"), show(0))
    moves = legal_moves(one_card, 1)
    ends = {(move.type, move.end) for move in moves if isinstance(move, Scout | ScoutAndShow)}
    assert ends == {("scout", "left"), ("scout_and_show", "left")}
