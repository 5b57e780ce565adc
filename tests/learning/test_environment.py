"""The environment keeps PettingZoo's promises, and plays by the rules."""

from random import Random

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from games.learning.actions import action_of, legal_actions
from games.learning.environment import ILLEGAL, ScoutEnv, env
from games.rules.errors import RuleError
from games.rules.game import GameState
from games.rules.moves import Show
from games.rules.records import check_line, record_of
from tests.rules.play import SEATS, text

# Its test names the games of PettingZoo whose observations may hold a mask.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
]


@pytest.mark.parametrize("rounds", [None, 1])
@pytest.mark.parametrize("players", SEATS)
def test_it_passes_the_test_of_pettingzoo(
    players: int, rounds: int | None, capsys: pytest.CaptureFixture[str]
) -> None:
    api_test(env(players, rounds), num_cycles=1000)
    assert "Passed API test" in capsys.readouterr().out


def played(environment: ScoutEnv, seed: int) -> list[dict[str, float]]:
    """Play a random game; return the rewards after each step."""
    chance = Random(seed)
    environment.reset(seed=seed)
    rewards = []
    while not environment.game.over:
        mask = environment.observe(environment.agent_selection)["action_mask"]
        environment.step(chance.choice(np.flatnonzero(mask).tolist()))
        rewards.append(dict(environment.rewards))
    return rewards


def test_the_same_seed_deals_the_same_game() -> None:
    seed_test(lambda: env(3), num_cycles=50)
    assert played(ScoutEnv(3), seed=1) == played(ScoutEnv(3), seed=1)
    assert played(ScoutEnv(3), seed=1) != played(ScoutEnv(3), seed=2)


@pytest.mark.parametrize("players", SEATS)
def test_a_game_is_a_game_of_the_rules_and_rewards_are_its_points(players: int) -> None:
    environment = ScoutEnv(players)
    rewards = played(environment, seed=players)
    game: GameState = environment.game
    assert check_line(text(record_of(game))) == {"ok": True}
    assert sum(any(each.values()) for each in rewards) <= players
    mean = sum(game.totals) / players
    for seat, agent in enumerate(environment.possible_agents):
        above_others = (game.totals[seat] - mean) * players / (players - 1)
        assert sum(each[agent] for each in rewards) == pytest.approx(above_others)
    assert all(environment.terminations.values())
    assert not any(environment.truncations.values())


def test_a_game_may_have_one_round() -> None:
    environment = ScoutEnv(4, rounds=1)
    played(environment, seed=1)
    assert len(environment.game.results) == 1


def test_only_the_seat_to_act_has_actions() -> None:
    environment = ScoutEnv(3)
    environment.reset(seed=1)
    masks = [environment.observe(agent)["action_mask"].sum() for agent in environment.agents]
    assert masks == [2, 0, 0]
    assert legal_actions(environment.view("player_1")) == [0, 1]


def test_an_illegal_action_changes_nothing_and_in_the_wrappers_ends_the_game() -> None:
    showing = action_of(Show(0, 1))
    bare = ScoutEnv(3)
    bare.reset(seed=1)
    before = bare.game
    with pytest.raises(RuleError, match="First everybody chooses"):
        bare.step(showing)
    assert bare.game == before
    wrapped = env(3)
    wrapped.reset(seed=1)
    wrapped.step(showing)
    assert all(wrapped.terminations.values())
    assert wrapped.rewards["player_0"] == ILLEGAL


@pytest.mark.parametrize(("players", "rounds"), [(1, None), (6, None), (4, 2)])
def test_there_are_no_other_games(players: int, rounds: int | None) -> None:
    with pytest.raises(ValueError, match="players"):
        env(players, rounds)
