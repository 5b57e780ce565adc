"""Look-ahead in reviews: close moves are tried in deals, and others stay behind them."""

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

pytest.importorskip("numba", reason="install the development requirements: numba is missing")

from games.bots import expert_ahead
from games.bots.expert import move_of
from games.bots.fast.ahead import row_of
from games.bots.registry import AHEAD, choose_move
from games.bots.reviewing.judge_digest import judge_digest
from games.bots.reviewing.judging import judge
from games.bots.reviewing.looking import looked_at
from games.bots.reviewing.options import options
from games.rules import game as rules
from games.rules.deal import SECRET_BYTES, deal_round
from games.rules.moves import Orient
from games.rules.views import View, view_for
from tests.bots.test_bots import positions
from tests.secrecy.pairs import pairs_of_states

pytestmark = pytest.mark.slow
"""Whatever runs first has to be compiled."""

COUNTS = pytest.mark.parametrize("players", [2, 3, 4, 5])


def turns(players: int) -> Iterator[View]:
    return (view for _, view in positions(players, seed=7, step=5) if view.phase == "play")


@COUNTS
def test_close_moves_get_other_figures_and_the_rest_stay_behind(players: int) -> None:
    changed = 0
    for view in turns(players):
        search = expert_ahead.TELLING[players]
        played = view.legal_moves()[-1]
        before = options(view, played)
        after = looked_at(view, before, played)
        assert {option.move for option in after} == {option.move for option in before}
        assert [option.points for option in after] == sorted(
            (option.points for option in after), reverse=True
        )
        close = [one for one in before if one.points >= before[0].points - search.clear]
        tried = {one.move for one in close[: search.candidates]}
        if len(tried) > 1:
            changed += after != before
            least = min(option.points for option in after if option.move in tried)
            for option in after:
                if option.move not in tried and option.move != played:
                    assert option.points <= least
        else:
            assert after == before
    assert changed > 2


def test_other_hands_change_nothing() -> None:
    compared = 0
    for viewer, state, other in islice(pairs_of_states(), 200):
        if viewer is None or viewer not in state.to_act:
            continue
        view, again = view_for(state, viewer), view_for(other, viewer)
        move = Random(compared).choice(view.legal_moves())
        assert judge(view, move, look_ahead=True) == judge(again, move, look_ahead=True)
        compared += 1
    assert compared > 25


def test_the_way_a_hand_is_held_is_judged_by_look_ahead_too() -> None:
    otherwise = 0
    for deal in range(40):
        secret = bytes([deal]) * SECRET_BYTES
        state = rules.deal(rules.new_game(4), deal_round(secret, "", 4, 0))
        view = view_for(state, 0)
        before = options(view, Orient(flip=True))
        after = looked_at(view, before, Orient(flip=True))
        assert {option.move for option in after} == {Orient(flip=False), Orient(flip=True)}
        assert after[0].points >= after[1].points
        otherwise += after[0].move != before[0].move
    assert otherwise > 0


def test_what_the_expert_plays_gives_little_away() -> None:
    """It draws other deals for its move than for the review, so that not all agree."""
    verdicts = [
        judge(view, choose_move(AHEAD, view, seed=2), look_ahead=True)
        for view in islice(turns(4), 40)
    ]
    assert sum(each.given_away for each in verdicts) / len(verdicts) < 0.3


def test_moves_have_the_rows_of_the_compiled_table() -> None:
    for view in turns(3):
        for move in view.legal_moves():
            assert move_of(row_of(move)) == move
    with pytest.raises(ValueError, match="no turn"):
        row_of(Orient(flip=True))


def test_a_review_tells_which_expert_judged() -> None:
    assert judge_digest(4) != judge_digest(4, look_ahead=True)
