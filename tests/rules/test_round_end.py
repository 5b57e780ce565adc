"""Every way a round ends, and who pays for the hand."""

import pytest

from games.rules.legal import legal_moves
from games.rules.moves import Move, Orient
from games.rules.scoring import round_scores
from games.rules.state import TURN_LIMIT, RoundState
from tests.rules.tables import after, refusal, scout, scout_and_show, show, table


def totals(state: RoundState) -> list[int]:
    return [score.total for score in round_scores(state)]


def test_a_round_ends_at_once_when_a_show_empties_the_hand() -> None:
    state = after(table("3 4", "1 6", "2 2"), show(0, 2))
    assert (state.over, state.ended_by, state.ender) == (True, "empty_hand", 0)
    assert state.to_act == ()


def test_a_round_ends_when_the_show_of_a_scout_and_show_empties_the_hand() -> None:
    state = after(table("3 9", "4", "2 2"), show(0), scout_and_show(0, 2))
    assert (state.ended_by, state.ender) == ("empty_hand", 1)
    assert round_scores(state)[0].chips == 1


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_set_stands_unbeaten_when_all_others_only_scouted(players: int) -> None:
    state = table("3 4 5 6 1", *["8 1"] * (players - 1))
    state = after(state, show(0, 4), *[scout(to=0)] * (players - 2))
    assert not state.over
    state = after(state, scout(to=0))
    assert (state.ended_by, state.ender) == ("unbeaten", 0)
    assert len(state.active) == 4 - (players - 1)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_set_stands_unbeaten_also_when_the_last_scout_took_its_last_card(players: int) -> None:
    hand = " ".join(str(number) for number in range(1, players))
    state = after(table(f"{hand} 9", *["8 1"] * (players - 1)), show(0, players - 1))
    state = after(state, *[scout(to=0)] * (players - 1))
    assert state.active == b""
    assert (state.ended_by, state.ender) == ("unbeaten", 0)


def test_a_set_scouted_away_earlier_lets_the_next_player_show() -> None:
    state = after(table("3 9 9", "8 1", "7 1", "2 2"), show(0), scout())
    assert not state.over
    state = after(state, show(1))
    assert state.owner == 2
    state = after(state, scout(), show(0))
    assert not state.over


def test_a_show_in_between_begins_the_count_anew() -> None:
    state = after(table("3 4 9", "8 8 1", "7 1", "2 2 1"), show(0, 2), scout(), scout(to=2))
    state = after(state, show(0, 2), scout(), scout())
    assert not state.over
    state = after(state, show(0))
    assert (state.over, state.owner) == (False, 2)


def test_whoever_showed_last_ended_the_round_wherever_they_sit() -> None:
    state = after(table("1 9", "2 2 1", "7 1", starter=0), show(0), show(0, 2), scout(), scout())
    assert (state.ended_by, state.ender) == ("unbeaten", 1)


def test_nothing_can_be_played_after_the_end() -> None:
    state = after(table("3 4", "1 6", "2 2"), show(0, 2))
    moves: list[Move] = [show(0), scout(), scout_and_show(0, 1), Orient(flip=True)]
    for seat in range(3):
        assert legal_moves(state, seat) == []
        for move in moves:
            assert refusal(state, seat, move) == "round_over"


def test_three_collected_and_two_chips_are_five_points_for_who_went_out() -> None:
    state = after(table("1 2 5 9", "3 4 6", "8 8", "7 7"), show(0, 2), show(0, 2))
    state = after(state, scout(), scout(), show(0), show(0))
    assert (state.ended_by, state.ender) == ("empty_hand", 1)
    assert round_scores(state)[1] == (3, 2, 0, True, 5)


def test_two_collected_and_five_chips_are_seven_points_for_whose_set_stood() -> None:
    hands = ("8 8", "1 3 4 5 6 7 9", "8 8", "1 2 9 9", "1 2 3 9")
    state = after(table(*hands, starter=1), show(0), scout(), show(0, 2), show(0, 3), scout())
    state = after(state, show(0, 5), scout(), scout(), scout(), scout())
    assert (state.ended_by, state.ender) == ("unbeaten", 1)
    assert round_scores(state)[1] == (2, 5, 1, True, 7)


def test_who_emptied_the_hand_pays_nothing_and_the_others_pay_for_theirs() -> None:
    state = after(table("2 9 1", "3 4", "2 2"), show(0), show(0), scout(to=0), show(1), show(0))
    assert (state.ended_by, state.ender) == ("empty_hand", 1)
    assert totals(state) == [-1, 2 + 1, -3]


def test_whose_set_stood_pays_nothing_for_the_hand() -> None:
    state = after(table("1 2 3 9 9 9", "5 7", "6 8"), show(0, 3), scout(to=0), scout(to=0))
    assert (state.ended_by, state.ender) == ("unbeaten", 0)
    scores = round_scores(state)
    assert scores[0] == (0, 2, 3, True, 2)
    assert scores[1] == (0, 0, 3, False, -3)


def test_the_active_set_and_the_scout_and_show_chip_count_nothing() -> None:
    state = after(table("3 4", "1 6", "2 2"), show(0, 2))
    assert state.scout_and_show == (True, True, True)
    assert len(state.active) == 2
    assert totals(state) == [0, -2, -2]


def endless(turns: int) -> RoundState:
    """Three players who show and scout a card in turn."""
    state = table("1 2 3 4", "5 6 7 8", "2 1 9 8")
    for turn in range(turns):
        assert not state.over
        state = after(state, scout() if turn % 2 else show(0))
    return state


def test_a_round_goes_on_until_its_two_hundredth_turn() -> None:
    assert TURN_LIMIT == 200
    assert not endless(199).over


def test_after_two_hundred_turns_a_round_ends_as_it_stands() -> None:
    state = endless(200)
    assert (state.ended_by, state.ender) == ("turn_limit", None)
    assert state.to_act == ()


def test_after_the_turn_limit_everybody_pays() -> None:
    state = endless(200)
    assert not any(score.ender for score in round_scores(state))
    assert totals(state) == [
        state.collected[seat] + state.chips[seat] - len(state.hands[seat]) for seat in range(3)
    ]


def last_turn(*hands: str, moves: list[Move]) -> RoundState:
    """The moves end with turn 200."""
    return after(table(*hands)._replace(turns=200 - len(moves)), *moves)


def test_an_empty_hand_on_the_last_turn_counts_as_such() -> None:
    state = last_turn("1 9", "3 4", "2 2", moves=[show(0), show(0, 2)])
    assert (state.turns, state.ended_by, state.ender) == (200, "empty_hand", 1)


def test_an_unbeaten_set_on_the_last_turn_counts_as_such() -> None:
    state = last_turn("1 2 3 9", "3 4", "2 2", moves=[show(0, 3), scout(), scout()])
    assert (state.turns, state.ended_by, state.ender) == (200, "unbeaten", 0)


def test_a_scout_and_show_is_one_turn_for_the_limit() -> None:
    state = last_turn("1 2 3 9", "3 4 5", "2 2", moves=[show(0, 2), scout_and_show(0, 1, to=3)])
    assert (state.turns, state.ended_by, state.ender) == (200, "turn_limit", None)
