"""Scout & Show: once a round, legal only if its Show is."""

import pytest

from games.rules.cards import TOPS, card_names, parse_cards
from games.rules.round import start_round
from games.rules.state import RoundState
from tests.rules.tables import after, keep_all, refusal, scout, scout_and_show, show, table


@pytest.fixture
def pair() -> RoundState:
    """Seat 0 of four has shown 5-6; seat 1 is to play with 4 and 8."""
    return after(table("5 6 1", "4 8", "2 2", "9 7"), show(0, 2))


def test_the_scouted_card_can_be_part_of_the_show(pair: RoundState) -> None:
    state = after(pair, scout_and_show(0, 2, to=1))
    assert list(state.active.translate(TOPS)) == [4, 5]
    assert state.owner == 1
    assert list(state.hands[1].translate(TOPS)) == [8]


def test_the_show_must_beat_what_the_scout_left(pair: RoundState) -> None:
    state = after(pair, scout_and_show(1, 2, to=2))
    assert list(state.active.translate(TOPS)) == [8]
    assert refusal(pair, 1, scout_and_show(0, 1, to=2)) == "not_stronger"


def test_what_the_scout_left_is_collected_and_the_owner_gets_a_chip(pair: RoundState) -> None:
    state = after(pair, scout_and_show(0, 2, to=1))
    assert state.collected == (0, 1, 0, 0)
    assert state.chips == (1, 0, 0, 0)


def test_the_chip_is_given_up(pair: RoundState) -> None:
    assert pair.scout_and_show == (True,) * 4
    state = after(pair, scout_and_show(0, 2, to=1))
    assert state.scout_and_show == (True, False, True, True)


def test_it_is_one_turn(pair: RoundState) -> None:
    state = after(pair, scout_and_show(0, 2, to=1))
    assert state.turns == pair.turns + 1
    assert state.turn == 2


def test_the_scouted_card_may_be_turned_first() -> None:
    hands = (["5/8", "6/9", "1/2"], ["4/1", "8/2"], ["3/2"])
    state = keep_all(start_round(tuple(map(parse_cards, hands)), starter=0))
    state = after(state, show(0, 2), scout_and_show(2, 3, "right", to=2, flip=True))
    assert card_names(state.active) == ["9/6"]


def test_it_works_once_a_round() -> None:
    state = after(
        table("1 2 9", "2 4 9 8", "8 9 9"),
        show(0, 2),
        scout_and_show(1, 2, to=4),
        show(0, 2),
        scout("right"),
    )
    assert state.turn == 1
    assert refusal(state, 1, scout_and_show(0, 1)) == "scout_and_show_used"


def test_a_show_that_is_not_legal_refuses_the_whole_move(pair: RoundState) -> None:
    assert refusal(pair, 1, scout_and_show(0, 3, to=1)) == "not_a_set"
    assert refusal(pair, 1, scout_and_show(1, 1, to=1)) == "no_such_cards"
    assert refusal(pair, 1, scout_and_show(0, 4, to=1)) == "no_such_cards"
    assert refusal(pair, 1, scout_and_show(-1, 1, to=1)) == "no_such_cards"
    assert pair.scout_and_show[1]
    assert len(pair.active) == 2


def test_scouting_the_last_card_leaves_an_empty_table_on_which_any_set_may_be_shown() -> None:
    state = after(table("9 1", "1 8", "2 2", "9 7"), show(0), scout_and_show(0, 1, to=2))
    assert list(state.active.translate(TOPS)) == [1]
    assert state.owner == 1


def test_scouting_the_last_card_pays_its_owner_and_collects_nothing() -> None:
    state = after(table("9 1", "1 8", "2 2", "9 7"), show(0), scout_and_show(0, 1, to=2))
    assert state.chips == (1, 0, 0, 0)
    assert state.collected == (0, 0, 0, 0)


def test_it_begins_the_count_of_scouts_anew() -> None:
    state = after(table("9 1 3", "1 8", "2 2"), show(0), scout_and_show(0, 1, to=2), scout())
    assert not state.over
    assert state.turn == 0
    assert after(state, show(0)).over is False
