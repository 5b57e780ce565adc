"""Games for Hypothesis: any number of players, chance and way to play."""

from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple, TypeVar

from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.game import GameState
from tests.rules.oracle_game import Game
from tests.rules.play import POLICIES, SEATS, playing, states

Test = TypeVar("Test", bound=Callable[..., None])


class Chance(NamedTuple):
    """All that determines a test's game."""

    players: int
    policy: str
    seed: int

    @property
    def random(self) -> Random:
        return Random(f"{self}")

    def playing(self) -> Iterator[Game]:
        """By the oracle, after every step."""
        return playing(self.players, self.random, POLICIES[self.policy])

    def states(self) -> Iterator[GameState]:
        """By the rules under test, after every step."""
        return states(self.players, self.random, POLICIES[self.policy])

    def some_states(self, number: int) -> list[GameState]:
        """States with something to see, including the last."""
        *states, end = [state for state in self.states() if not state.needs_deal]
        return [*self.random.sample(states, min(number - 1, len(states))), end]


def games(*, one_in: int = 1) -> Callable[[Test], Test]:
    """Give a test one random game per `one_in` examples of the profile."""
    chances = st.builds(
        Chance,
        players=st.sampled_from(SEATS),
        policy=st.sampled_from(sorted(POLICIES)),
        seed=st.integers(0, 2**32 - 1),
    )

    def decorate(test: Test) -> Test:
        sized = settings(max_examples=max(1, settings().max_examples // one_in), deadline=None)
        return sized(given(chance=chances)(test))  # type: ignore[return-value]

    return decorate
