"""Scout as an environment of PettingZoo (AEC), which has to be installed: ``pettingzoo``.

An agent is a seat, ``player_0`` to ``player_4``. It is asked whenever its seat may act; in the
orientation, where all seats choose at once, from seat 0 on. A reward is given to everybody when a
round ends: the seat's points in it less the mean of the others', so that rewards sum to 0.
"""

from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ..rules import game as rules
from ..rules.deal import SECRET_BYTES, deal_round
from ..rules.scoring import SeatScore
from ..rules.views import View, view_for
from .actions import action_count, legal_actions, mask_of, move_of
from .observation import LEAST, MOST, SIZE, observe

ILLEGAL = -100.0
"""The reward for an illegal action, which ends the game."""

Observation = dict[str, NDArray[Any]]


def env(players: int = 4, rounds: int | None = None) -> Any:
    """Return the environment with PettingZoo's usual wrappers.

    In them an illegal action ends the game, with a reward of ``ILLEGAL`` for its agent. ``players``
    is 2 to 5; ``rounds`` is as many, a whole game, or 1. Raise ``ValueError`` for others.
    """
    wrapped = wrappers.TerminateIllegalWrapper(ScoutEnv(players, rounds), illegal_reward=ILLEGAL)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


class ScoutEnv(AECEnv):
    """The environment itself. An illegal action raises ``RuleError`` and changes nothing."""

    metadata = {"name": "scout_v1", "render_modes": [], "is_parallelizable": False}

    def __init__(self, players: int = 4, rounds: int | None = None) -> None:
        super().__init__()
        self._new = rules.new_game(players, rounds)
        self._chance = Random()
        self._secret = b""
        self.render_mode = None
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        count = action_count(players)
        self._actions = {agent: spaces.Discrete(count) for agent in self.possible_agents}
        self._observations = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(LEAST, MOST, (SIZE,), np.float32),
                    "action_mask": spaces.Box(0, 1, (count,), np.int8),
                }
            )
            for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._observations[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game; the same ``seed`` deals the same one."""
        if seed is not None:
            self._chance = Random(seed)
        self._secret = self._chance.randbytes(SECRET_BYTES)
        self.game = self._dealt(self._new)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> Observation:
        """Return the seat's observation, and its mask: all 0 unless the agent is to act."""
        view = self.view(agent)
        acts = agent == self.agent_selection
        mask = mask_of(view.players, legal_actions(view) if acts else ())
        return {
            "observation": np.array(observe(view), np.float32),
            "action_mask": np.frombuffer(mask, np.int8),
        }

    def view(self, agent: str) -> View:
        """Return all that the agent's seat may know, also what no number tells."""
        return view_for(self.game, self._seats[agent])

    def step(self, action: int | None) -> None:
        """Play the action of the agent to act; None once the game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        before = len(self.game.results)
        self.game = rules.play(self.game, self._seats[agent], move_of(int(action)))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if len(self.game.results) > before:
            self._reward(self.game.results[-1].scores)
        if self.game.over:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.game = self._dealt(self.game)
        self._select()
        self._accumulate_rewards()

    def _reward(self, scores: tuple[SeatScore, ...]) -> None:
        points = [score.total for score in scores]
        for agent, own in zip(self.possible_agents, points, strict=True):
            self.rewards[agent] = own - (sum(points) - own) / (len(points) - 1)

    def _dealt(self, game: rules.GameState) -> rules.GameState:
        if not game.needs_deal:
            return game
        return rules.deal(game, deal_round(self._secret, "", game.players, game.round_number))

    def _select(self) -> None:
        seat = self.game.to_act[0] if self.game.to_act else 0
        self.agent_selection = self.possible_agents[seat]
