"""What a seat cannot see changes nothing it is told, byte for byte."""

import json
from typing import NamedTuple

import pytest

from games.rules.errors import RuleError
from games.rules.game import GameState, play
from games.rules.moves import move_from_json
from games.rules.views import view_for
from tests.rules import oracle
from tests.rules.games import Chance, games
from tests.rules.oracle import JSON
from tests.rules.oracle_game import Game, replay
from tests.rules.play import SEATS, state_after, steps_of
from tests.rules.worlds import other_world


def told(state: GameState, seat: int | None) -> str:
    """Everything told to a seat or spectator."""
    view = view_for(state, seat)
    return json.dumps([view.to_json(legal=True), view.to_json(legal=False)])


def refusal(state: GameState, seat: int, move: JSON) -> tuple[str, str] | None:
    """Code and sentence; None if accepted."""
    try:
        play(state, seat, move_from_json(move))
    except RuleError as error:
        return error.code, error.sentence
    return None


class Pair(NamedTuple):
    """The real world and another that looks the same to this viewer."""

    viewer: int | None
    game: Game
    state: GameState
    """The same in the rules under test."""
    other: Game


def pairs_of_worlds(chance: Chance, points: int) -> list[Pair]:
    """For each viewer, at some points of a game."""
    pairs = []
    for state in chance.some_states(points):
        game = replay(chance.players, steps_of(state))
        for viewer in (None, *range(chance.players)):
            other = other_world(game, viewer, chance.random)
            # With two players it is public that a player could still show something.
            assert other is not None or chance.players == 2
            if other is not None:
                pairs.append(Pair(viewer, game, state, other))
    return pairs


@games()
def test_a_view_stays_the_same_when_cards_its_seat_cannot_see_are_exchanged(
    chance: Chance,
) -> None:
    for viewer, _, state, other in pairs_of_worlds(chance, 3):
        its_other = state_after(chance.players, other.steps)
        assert told(state, viewer) == told(its_other, viewer)
        assert (state.version, state.seq) == (its_other.version, its_other.seq)


@games(one_in=5)
def test_a_refusal_stays_the_same_when_cards_its_seat_cannot_see_are_exchanged(
    chance: Chance,
) -> None:
    for viewer, game, state, other in pairs_of_worlds(chance, 3):
        if viewer is None:
            continue
        its_other = state_after(chance.players, other.steps)
        moves = list(oracle.well_formed(len(game.table.hands[viewer]), margin=1))
        for move in chance.random.sample(moves, min(100, len(moves))):
            assert refusal(state, viewer, move) == refusal(its_other, viewer, move)


@pytest.mark.parametrize("players", SEATS)
def test_the_other_worlds_of_these_tests_are_really_other(players: int) -> None:
    chance = Chance(players, "by_type", seed=1)
    hands = set()
    for viewer, game, _, other in pairs_of_worlds(chance, 3):
        for seat in range(players):
            dealt = [(table.dealt[seat], table.flips[seat]) for table in game.tables]
            its_other = [(table.dealt[seat], table.flips[seat]) for table in other.tables]
            if seat == viewer:
                assert dealt == its_other
            elif dealt != its_other:
                hands.add((viewer, seat))
    everybody = range(players)
    assert hands == {
        (viewer, seat) for viewer in (None, *everybody) for seat in everybody if seat != viewer
    }
