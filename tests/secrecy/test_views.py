"""Ten thousand pairs of views: what a seat cannot see changes no byte of its view."""

import json
from itertools import islice

from games.rules.game import GameState
from games.rules.views import view_for
from tests.secrecy.pairs import pairs_of_states

PAIRS = 10_000


def told(state: GameState, seat: int | None) -> str:
    """All that a view tells, with its keys in their order, and what counts decisions."""
    return json.dumps([view_for(state, seat).to_json(), state.version, state.seq])


def test_ten_thousand_pairs_of_views_are_the_same_byte_for_byte() -> None:
    seen = 0
    for viewer, state, other in islice(pairs_of_states(), PAIRS):
        assert told(state, viewer) == told(other, viewer)
        seen += 1
    assert seen == PAIRS


def test_a_view_of_another_seat_would_tell_the_worlds_apart() -> None:
    apart = 0
    for viewer, state, other in islice(pairs_of_states(), 500):
        hidden = [seat for seat in range(state.players) if seat != viewer]
        apart += any(told(state, seat) != told(other, seat) for seat in hidden)
    assert apart == 500
