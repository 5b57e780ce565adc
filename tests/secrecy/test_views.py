"""Thousands of pairs of views: hidden facts change no byte."""

import json
from itertools import islice

import pytest

from games.rules.game import GameState
from games.rules.views import view_for
from tests.rules.play import SEATS
from tests.sample import chance, is_whole
from tests.secrecy.pairs import pairs_of_states

PAIRS = 10_000 if is_whole() else 2_000
FIRST = 0 if is_whole() else chance("pairs of views").randrange(100_000)


def told(state: GameState, seat: int | None) -> str:
    """The view with its keys in order, and its counters."""
    return json.dumps([view_for(state, seat).to_json(), state.version, state.seq])


@pytest.mark.sampled
@pytest.mark.parametrize("first", [FIRST])
def test_thousands_of_pairs_of_views_are_the_same_byte_for_byte(first: int) -> None:
    seen, players = 0, set()
    for viewer, state, other in islice(pairs_of_states(first), PAIRS):
        assert told(state, viewer) == told(other, viewer)
        seen += 1
        players.add(state.players)
    assert seen == PAIRS
    assert players == {*SEATS}


def test_a_view_of_another_seat_would_tell_the_worlds_apart() -> None:
    apart = 0
    for viewer, state, other in islice(pairs_of_states(), 500):
        hidden = [seat for seat in range(state.players) if seat != viewer]
        apart += any(told(state, seat) != told(other, seat) for seat in hidden)
    assert apart == 500
