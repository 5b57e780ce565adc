"""Every move has an id of its own, the same everywhere."""

import pytest

from games.learning.actions import (
    ACTIONS,
    LONGEST,
    PLACES,
    action_count,
    action_of,
    legal_actions,
    mask_of,
    move_of,
)
from games.rules.cards import deck
from games.rules.moves import Orient, Scout, ScoutAndShow, Show
from games.rules.views import view_for
from tests.rules.games import Chance, games
from tests.rules.play import SEATS


@games()
def test_the_mask_is_the_legal_moves_one_by_one(chance: Chance) -> None:
    for state in chance.some_states(5):
        for seat in range(chance.players):
            view = view_for(state, seat)
            moves = view.legal_moves()
            mask = mask_of(chance.players, legal_actions(view))
            allowed = [action for action, legal in enumerate(mask) if legal]
            assert allowed == legal_actions(view)
            assert len(allowed) == len(moves)
            assert {move_of(action) for action in allowed} == set(moves)


def test_each_id_has_its_move_and_each_move_its_id() -> None:
    moves = [move_of(action) for action in range(ACTIONS)]
    assert [action_of(move) for move in moves] == list(range(ACTIONS))
    assert len(set(moves)) == ACTIONS


def test_the_ids_are_those_of_the_documents() -> None:
    """They never change: programs that have learnt go by them."""
    assert action_of(Orient(flip=True)) == 1
    assert action_of(Show(2, 5)) == 2 + 10 * 2 + 2
    assert action_of(Scout("left", flip=False, to=7)) == 412 + 7
    assert action_of(Scout("right", flip=True, to=0)) == 412 + 3 * 41
    assert action_of(ScoutAndShow("right", flip=True, to=0, start=0, stop=3)) == 576 + 50430 + 2
    assert (action_count(2), action_count(3), action_count(5)) == (576, 67816, 67816)


@pytest.mark.parametrize("players", SEATS)
def test_no_hand_is_too_long(players: int) -> None:
    """While a round goes on everybody else holds a card."""
    assert len(deck(players)) - (players - 1) <= (PLACES if players > 2 else 43)
    if players == 2:
        # Each has 11 cards, and may scout three times.
        assert 11 + 3 < PLACES
    assert LONGEST == 10


@pytest.mark.parametrize("move", [Show(41, 42), Show(0, 11), Scout("left", flip=False, to=41)])
def test_a_move_that_no_hand_allows_has_no_id(move: Show | Scout) -> None:
    with pytest.raises(ValueError, match="No hand is long enough"):
        action_of(move)


@pytest.mark.parametrize("action", [-1, ACTIONS])
def test_a_number_beyond_the_ids_is_refused(action: int) -> None:
    with pytest.raises(ValueError, match=f"There is no action {action}"):
        move_of(action)
