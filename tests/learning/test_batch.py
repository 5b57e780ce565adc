"""Games in batches are games of the plain rules."""

import json
from random import Random

import numpy as np
import pytest

pytest.importorskip("numba", reason="install the development requirements: numba is missing")

from games.bots.registry import choose_move
from games.learning.actions import action_of, legal_actions, move_of
from games.learning.batch import Batch
from games.learning.observation import observe
from games.rules import game as rules
from games.rules.cards import TURNED, deck, hand_size
from games.rules.deal import holder_of_one_two
from games.rules.records import check_line, record_of
from games.rules.views import view_for
from tests.rules.play import SEATS

pytestmark = pytest.mark.slow
"""Whatever runs first has to be compiled."""

GAMES = 6


def chosen(state: rules.GameState, seat: int, chance: Random, game: int) -> int:
    """Mostly well, at random, or timidly: chance alone rarely ends a round in every way."""
    view = view_for(state, seat)
    if game % 3 == 0 and chance.random() < 0.98:
        return action_of(choose_move("steady", view, chance.getrandbits(32)))
    moves = view.legal_moves()
    scouts = [move for move in moves if move.type == "scout"]
    return action_of(chance.choice(scouts if scouts and game % 3 == 1 else moves))


@pytest.mark.parametrize("players", SEATS)
def test_whole_games_are_those_of_the_rules_step_by_step(players: int) -> None:
    chance = Random(players)
    batch = Batch(players, GAMES, seed=players)
    new = rules.new_game(players)
    states = [rules.deal(new, batch.deal(game)) for game in range(GAMES)]
    ended: set[str] = set()
    finished: set[int] = set()
    while len(finished) < GAMES:
        legal, seen, seats = batch.legal(), batch.observations(), batch.seats
        for game, state in enumerate(states):
            view = view_for(state, int(seats[game]))
            assert seats[game] == state.to_act[0]
            assert legal.of(game).tolist() == legal_actions(view)
            assert seen[game].tolist() == np.array(observe(view), np.float32).tolist()
        actions = [
            chosen(state, int(seats[game]), chance, game) for game, state in enumerate(states)
        ]
        step = batch.step(np.array(actions))
        for game, before in enumerate(states):
            state = rules.play(before, int(seats[game]), move_of(actions[game]))
            over = len(state.results) > len(before.results)
            assert step.round_over[game] == over
            assert step.game_over[game] == state.over
            assert tuple(step.totals[game]) == state.totals
            if over:
                points = [score.total for score in state.results[-1].scores]
                rest = [(sum(points) - own) / (players - 1) for own in points]
                assert step.rewards[game].tolist() == pytest.approx(
                    [own - others for own, others in zip(points, rest, strict=True)], abs=1e-4
                )
                ended.add(state.results[-1].ended_by)
            else:
                assert not step.rewards[game].any()
            if state.over:
                assert check_line(json.dumps(record_of(state))) == {"ok": True}
                finished.add(game)
                state = new
            states[game] = rules.deal(state, batch.deal(game)) if over else state
    assert ended >= {"empty_hand", "unbeaten"}


@pytest.mark.parametrize("players", SEATS)
def test_deals_are_of_the_whole_deck_and_the_1_2_begins(players: int) -> None:
    batch = Batch(players, 50, seed=1)
    deals = [batch.deal(game) for game in range(50)]
    whole = set(deck(players))
    for dealt in deals:
        cards = b"".join(dealt.hands)
        assert [len(hand) for hand in dealt.hands] == [hand_size(players)] * players
        either = {min(card, TURNED[card]) for card in cards}
        assert len(either) == len(cards)
        assert either <= whole
        assert players == 2 or either == whole
        assert holder_of_one_two(dealt.hands) in (None, dealt.starter)
    assert len({dealt.hands for dealt in deals}) == 50
    assert {dealt.starter for dealt in deals} == set(range(players))


def test_the_same_seed_and_actions_give_the_same_games() -> None:
    def heads(seed: int) -> list[float]:
        batch = Batch(3, 4, seed)
        found = []
        for _ in range(60):
            legal = batch.legal()
            found += batch.observations().sum(axis=1).tolist()
            batch.step(legal.actions[legal.starts[:-1]])
        return found

    assert heads(1) == heads(1)
    assert heads(1) != heads(2)


def test_an_illegal_action_is_refused_and_nothing_is_played() -> None:
    batch = Batch(2, 3, seed=1)
    before = batch.observations()
    with pytest.raises(ValueError, match="Action 2 is not legal in game 1"):
        batch.step(np.array([0, 2, 1]))
    with pytest.raises(ValueError, match="one action for each of the 3 games"):
        batch.step(np.array([0, 0]))
    assert (batch.observations() == before).all()


def test_masks_are_the_legal_actions() -> None:
    batch = Batch(4, 5, seed=1)
    for _ in range(20):
        legal = batch.legal()
        for game, mask in enumerate(batch.masks()):
            assert np.flatnonzero(mask).tolist() == legal.of(game).tolist()
        batch.step(legal.actions[legal.starts[1:] - 1])
