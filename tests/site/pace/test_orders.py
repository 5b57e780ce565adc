"""What somebody would leave as orders, and what comes of them."""

from random import Random

from games.bots.registry import choose_move
from games.rules import game as rules
from games.rules.deal import deal_round
from games.rules.game import GameState
from games.rules.moves import Orient, Scout, Show
from games.rules.orders import MOST_ORDERS, Order
from games.rules.views import view_for
from scoutsite.pace.orders import first_that_fits, orders


def after(moves: int) -> GameState:
    """A game of four, some moves on."""
    state = rules.deal(rules.new_game(4), deal_round(Random(3).randbytes(32), "", 4, 0))
    for _ in range(moves):
        seat = state.to_act[0]
        state = rules.play(state, seat, choose_move("steady", view_for(state, seat), 0))
    return state


def test_orders_are_at_most_five_shows_before_scouts() -> None:
    state = after(8)
    for seat in {0, 1, 2, 3} - set(state.to_act):
        left = orders(view_for(state, seat), "key")
        assert 0 < len(left) <= MOST_ORDERS
        kinds = [type(each.move) for each in left]
        assert kinds == sorted(kinds, key=[Show, Scout].index)
        assert left == orders(view_for(state, seat), "key")


def test_nobody_leaves_orders_for_a_turn_that_is_theirs_already() -> None:
    state = after(8)
    assert orders(view_for(state, state.to_act[0]), "key") == ()


def test_while_others_turn_their_hands_a_player_knows_the_first_show() -> None:
    state = after(0)
    state = rules.play(state, state.to_act[0], Orient(flip=False))
    assert isinstance(orders(view_for(state, 0), "key")[0].move, Show)


def test_the_first_order_that_is_legal_is_the_one() -> None:
    state = after(4)
    view = view_for(state, state.to_act[0])
    assert view.hand is not None
    too_much = Order(Show(0, len(view.hand)))
    assert first_that_fits([too_much, Order(Show(0, 1))], view) == Show(0, 1)
    assert first_that_fits([too_much], view) is None
