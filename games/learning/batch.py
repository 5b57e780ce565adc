"""Many games at once, on the compiled rules: self-play for programs that learn. Needs Numba.

    batch = Batch(players=4, games=1024, seed=1)
    while learning:
        legal = batch.legal()
        actions = policy(batch.observations(), legal)
        step = batch.step(actions)

Each step plays one decision of every game: the one of the seat in ``batch.seats``. As in the
environment, seats choose their orientation one after the other, from seat 0 on. After a round comes
the next, after a game a new one.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..rules.cards import hand_size
from ..rules.deal import Deal
from ..rules.game import new_game
from .actions import action_count
from .engine import Games, begin_all, first_illegal, list_legal, new_games, observe_all, play_all
from .observation import SIZE

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]


class Legal(NamedTuple):
    """The legal actions of all games, one game after the other."""

    actions: NDArray[np.int32]
    """Ids, ascending within a game."""
    starts: Ints
    """Where each game's begin, and behind the last their number: games + 1 places."""

    def of(self, game: int) -> NDArray[np.int32]:
        """Return the legal actions of one game."""
        return self.actions[self.starts[game] : self.starts[game + 1]]


class Step(NamedTuple):
    """What a step brought, a row a game."""

    rewards: Floats
    """For each seat: after a round its points less the others' mean, else 0. Games × players."""
    round_over: NDArray[np.bool_]
    game_over: NDArray[np.bool_]
    totals: Ints
    """For each seat: points in the game's finished rounds; of a game that is over all of them."""


class Batch:
    """Games that are played side by side."""

    def __init__(self, players: int, games: int, seed: int, *, rounds: int | None = None) -> None:
        """Deal ``games`` games of 2 to 5 ``players``, of as many rounds or 1.

        The same seed and actions give the same games. Raise ``ValueError`` for other numbers.
        """
        self.rounds = new_game(players, rounds).rounds
        if games < 1:
            raise ValueError("A batch has at least one game.")
        self.players, self.games = players, games
        self._chance = np.random.default_rng(seed)
        self._all: Games = new_games(players, games)
        self._legal: Legal | None = None
        self._room = np.zeros(64 * games, np.int32)
        begin_all(self._all, players, self._chance)

    @property
    def seats(self) -> Ints:
        """The seat to act in each game."""
        return self._all.seats.copy()

    def legal(self) -> Legal:
        """Return the legal actions of the seats to act."""
        if self._legal is None:
            starts = np.zeros(self.games + 1, np.int64)
            while (found := list_legal(self._all, self._room, starts)) > len(self._room):
                self._room = np.zeros(2 * found, np.int32)
            self._legal = Legal(self._room[:found].copy(), starts)
        return self._legal

    def masks(self) -> NDArray[np.int8]:
        """Return a row for each game: 1 for each legal action, else 0.

        With more than two players a row has 67,816 numbers: ``legal`` is far smaller.
        """
        legal = self.legal()
        masks = np.zeros((self.games, action_count(self.players)), np.int8)
        masks[np.repeat(np.arange(self.games), np.diff(legal.starts)), legal.actions] = 1
        return masks

    def observations(self) -> Floats:
        """Return what the seats to act know: a row for each game, as :func:`.observe` gives it."""
        rows = np.zeros((self.games, SIZE), np.float32)
        observe_all(self._all, self.players, self.rounds, rows)
        return rows

    def step(self, actions: NDArray[np.integer]) -> Step:
        """Play one action in each game. Raise ``ValueError``, and play none, if one isn't legal."""
        chosen = np.asarray(actions, np.int64)
        if chosen.shape != (self.games,):
            raise ValueError(f"There must be one action for each of the {self.games} games.")
        legal = self.legal()
        if (game := first_illegal(chosen, legal.actions, legal.starts)) >= 0:
            raise ValueError(f"Action {chosen[game]} is not legal in game {game}.")
        step = Step(
            rewards=np.zeros((self.games, self.players), np.float32),
            round_over=np.zeros(self.games, np.bool_),
            game_over=np.zeros(self.games, np.bool_),
            totals=np.zeros((self.games, self.players), np.int64),
        )
        play_all(self._all, self.players, self.rounds, chosen, *step, self._chance)
        self._legal = None
        return step

    def deal(self, game: int) -> Deal:
        """Return the deal of the round that ``game`` is in."""
        size = hand_size(self.players)
        hands = self._all.dealt[game].reshape(self.players, size)
        starter = int(self._all.firsts[game] + self._all.finished[game]) % self.players
        return Deal(tuple(bytes(hand.tolist()) for hand in hands), starter)
