"""Observations say what a view does, and nothing else."""

import json
from functools import cache
from typing import Any

import numpy as np

from games.learning.environment import ScoutEnv
from games.learning.observation import LEAST, MOST, PARTS, SIZE, observe, places_of
from games.rules.game import GameState
from games.rules.view_reading import view_from_json
from games.rules.views import View, view_for
from tests.rules.games import Chance, games
from tests.rules.play import state_after
from tests.rules.test_secrecy import pairs_of_worlds

VIEW: dict[str, Any] = {
    "format": "scout-view/1",
    "players": 4,
    "seat": 2,
    "round": 1,
    "rounds": 4,
    "starter": 0,
    "phase": "play",
    "to_act": [2],
    "turn": 2,
    "hand": ["3/7", "4/1", "9/2", "9/8", "1/6", "2/10", "5/7", "6/8", "10/1", "7/2", "3/1"],
    "hand_counts": [8, 12, 11, 11],
    "active_set": {"owner": 0, "cards": ["4/5", "5/9"]},
    "collected": [0, 0, 0, 0],
    "chips": [1, 0, 0, 0],
    "scores": [3, -1, 4, 0],
    "scout_and_show": [True, False, True, True],
    "winners": None,
    "history": [
        {"seat": 0, "type": "show", "cards": ["4/5", "5/9", "6/2"]},
        {"seat": 1, "type": "scout", "end": "right", "card": "6/2"},
    ],
    "last_round": {
        "round": 0,
        "ended_by": "turn_limit",
        "ender": None,
        "history": [],
        "scores": [{"collected": 0, "chips": 0, "hand": 0, "ender": False, "total": 0}] * 4,
    },
    "legal": None,
}


def table(view: View, name: str) -> Any:
    part = next(part for part in PARTS if part.name == name)
    return np.array(observe(view))[places_of(name)].reshape(part.rows, part.columns)


def test_an_observation_says_what_the_view_does() -> None:
    view = view_from_json(json.loads(json.dumps(VIEW)))
    for name, number in (("players", 2), ("phase", 1), ("rounds to come", 2)):
        assert np.flatnonzero(table(view, name)).tolist() == [number]
    assert table(view, "turns").item() == 2 / 200
    assert table(view, "scouts").item() == 1 / 4
    hand = table(view, "hand")
    # 3/7: the top is a 3, the bottom a 7.
    assert np.flatnonzero(hand[0]).tolist() == [2, 16]
    assert hand.sum() == 2 * 11
    ring = table(view, "active set")
    assert np.flatnonzero(ring[0]).tolist() == [3, 14]
    assert ring.sum() == 2 * 2
    cards = table(view, "cards")
    # 9/10, the last, isn't in a game of four; each other card is in one place.
    assert cards.sum(axis=1).tolist() == [1] * 44 + [0]
    assert cards.sum(axis=0).tolist() == [11, 0, 0, 1, 0, 2, 0, 44 - 14]
    seats = table(view, "seats")
    assert seats[0].tolist() == [1.1, 0, 0, 1, 0.2, 0, 0, 1]
    assert seats[2].tolist() == [0.8, 0, 0.1, 1, 0.15, 1, 1, 0]
    assert seats[3].tolist() == [1.2, 0, 0, 0, -0.05, 0, 0, 0]
    assert not seats[4].any()


def test_the_parts_fill_the_observation() -> None:
    assert sum(part.rows * part.columns for part in PARTS) == SIZE
    assert [places_of(part.name).start for part in PARTS][1:] == [
        places_of(part.name).stop for part in PARTS
    ][:-1]


@games(one_in=2)
def test_cards_that_a_seat_cannot_see_change_neither_observation_nor_mask(chance: Chance) -> None:
    for viewer, _, state, other in pairs_of_worlds(chance, 2):
        if viewer is None:
            continue
        seen, seen_there = (
            told(state, viewer),
            told(state_after(chance.players, other.steps), viewer),
        )
        assert seen == seen_there


@cache
def environment_of(players: int) -> ScoutEnv:
    """Any game: each test puts its own in."""
    environment = ScoutEnv(players)
    environment.reset(seed=0)
    return environment


def told(state: GameState, seat: int) -> dict[str, bytes]:
    """All that an agent gets, byte for byte, whether it is to act or not."""
    environment = environment_of(state.players)
    environment.game = state
    if state.to_act:
        environment.agent_selection = f"player_{seat if seat in state.to_act else state.to_act[0]}"
    observed = environment.observe(f"player_{seat}")
    return {name: array.tobytes() for name, array in observed.items()}


@games(one_in=2)
def test_no_number_is_out_of_bounds(chance: Chance) -> None:
    for state in chance.some_states(4):
        for seat in range(chance.players):
            numbers = observe(view_for(state, seat))
            assert len(numbers) == SIZE
            assert LEAST <= min(numbers)
            assert max(numbers) <= MOST
