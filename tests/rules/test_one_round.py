"""A game of one round, as a deal of the day is."""

import pytest

from games.bots.registry import choose_move
from games.rules.deal import deal_round
from games.rules.errors import RuleError
from games.rules.game import deal, new_game, play
from games.rules.moves import Show
from games.rules.views import view_for


def test_it_is_over_with_its_round() -> None:
    state = deal(new_game(4, rounds=1), deal_round(bytes(32), "", 4, 0))
    assert view_for(state, 0).rounds == 1
    while not state.over:
        seat = state.to_act[0]
        state = play(state, seat, choose_move("easy", view_for(state, seat), seed=0))
    assert len(state.results) == 1
    view = view_for(state, 0)
    assert (view.phase, view.round) == ("over", 0)
    assert state.winners == view.winners
    with pytest.raises(RuleError) as refused:
        play(state, 0, Show(0, 1))
    assert refused.value.code == "game_over"


def test_there_are_as_many_rounds_as_players_or_one() -> None:
    assert new_game(3).rounds == 3
    for rounds in (0, 2, 4):
        with pytest.raises(ValueError, match="3 rounds or 1"):
            new_game(3, rounds=rounds)
