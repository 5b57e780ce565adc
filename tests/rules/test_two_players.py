"""Two players: three chips each, no Scout & Show, another turn after a Scout."""

import pytest

from games.rules.cards import TOPS
from games.rules.legal import legal_moves
from games.rules.scoring import round_scores
from games.rules.state import RoundState
from tests.rules.tables import after, refusal, scout, scout_and_show, show, table


@pytest.fixture
def shown() -> RoundState:
    """Seat 0 has shown 3-4-5-6; seat 1, with only low cards, is to play."""
    return after(table("3 4 5 6 9 1", "1 1 8 2"), show(0, 4))


def test_each_starts_with_three_scout_chips_and_no_scout_and_show() -> None:
    state = table("3 4", "1 2")
    assert state.chips == (3, 3)
    assert state.scout_and_show == (False, False)


def test_there_is_no_scout_and_show(shown: RoundState) -> None:
    assert refusal(shown, 1, scout_and_show(0, 1)) == "not_with_two_players"
    assert {move.type for move in legal_moves(shown, 1)} == {"scout"}


def test_a_scout_is_paid_to_the_centre_and_the_owner_gets_nothing(shown: RoundState) -> None:
    assert after(shown, scout()).chips == (3, 2)


def test_after_a_scout_it_is_the_same_players_turn_again(shown: RoundState) -> None:
    state = after(shown, scout())
    assert state.to_act == (1,)
    assert refusal(state, 0, show(0)) == "not_your_turn"
    assert after(state, scout()).to_act == (1,)


def test_after_a_show_it_is_the_others_turn() -> None:
    state = after(table("3 9", "4 1"), show(0))
    assert state.to_act == (1,)
    assert after(state, show(0)).to_act == (0,)


def test_a_scout_that_empties_the_table_lets_any_set_be_shown() -> None:
    state = after(table("9 3", "1 1 8"), show(0), scout())
    assert state.active == b""
    assert (state.over, state.to_act) == (False, (1,))
    assert refusal(state, 1, scout()) == "nothing_to_scout"
    state = after(state, show(1))
    assert list(state.active.translate(TOPS)) == [1]
    assert state.collected == (0, 0)


def test_the_last_chip_may_empty_the_table() -> None:
    state = after(table("7 8 9 2", "1 3 6"), show(0, 3), scout(), scout(), scout())
    assert (state.chips, state.active) == ((3, 0), b"")
    assert (state.over, state.to_act) == (False, (1,))
    assert {move.type for move in legal_moves(state, 1)} == {"show"}


def no_chip_left() -> RoundState:
    """Seat 1 has paid its third chip and could show its 8 on the 7."""
    return after(table("4 5 6 7 9", "1 8 2"), show(0, 4), scout(), scout(), scout())


def test_a_player_without_a_chip_cannot_scout() -> None:
    state = no_chip_left()
    assert list(state.active.translate(TOPS)) == [7]
    assert refusal(state, 1, scout()) == "no_scout_chip"


def test_a_player_without_a_chip_who_can_show_must_show() -> None:
    state = no_chip_left()
    assert not state.over
    assert {move.type for move in legal_moves(state, 1)} == {"show"}


def stuck_at_once() -> RoundState:
    """Seat 1 has paid its third chip and can't beat the 4-5 left."""
    state = after(table("4 5 6 7 8 9", "1 3"), show(0, 5))
    return after(state, *[scout("right", to=place) for place in (0, 2, 4)])


def test_a_round_ends_at_once_after_the_scout_with_the_last_chip_if_nothing_can_be_shown() -> None:
    state = stuck_at_once()
    assert list(state.active.translate(TOPS)) == [4, 5]
    assert list(state.hands[1].translate(TOPS)) == [8, 1, 7, 3, 6]
    assert (state.ended_by, state.ender) == ("unbeaten", 0)
    assert state.to_act == ()


def test_a_round_ends_when_the_next_player_can_neither_show_nor_scout() -> None:
    state = after(table("4 5 6 1", "7 8 9 3 9 9 2"), show(3), show(0, 3))
    state = after(state, *[scout(to=place) for place in (0, 4, 0)])
    assert (state.over, state.to_act, state.chips) == (False, (0,), (0, 3))
    state = after(state, show(3), show(1, 3))
    assert list(state.hands[0].translate(TOPS)) == [9, 7, 4, 6, 8]
    assert (state.ended_by, state.ender) == ("unbeaten", 1)


def test_a_round_does_not_end_because_the_other_only_scouted(shown: RoundState) -> None:
    assert not after(shown, scout(), scout()).over


def test_a_round_ends_when_a_show_empties_the_hand() -> None:
    state = after(table("3 4", "1 2"), show(0, 2))
    assert (state.ended_by, state.ender) == ("empty_hand", 0)


def test_chips_still_held_count_one_each_and_the_ender_pays_nothing() -> None:
    assert round_scores(stuck_at_once()) == ((0, 3, 1, True, 3), (0, 0, 5, False, -5))


def test_the_pile_holds_only_what_was_beaten() -> None:
    state = after(table("4 5 9", "6 7 1"), show(0, 2), show(0, 2), scout())
    assert state.collected == (0, 2)
    assert state.chips == (2, 3)
