"""Numbered pairs of worlds: the same game with other cards where the viewer can't see."""

from collections.abc import Iterator
from enum import StrEnum
from itertools import count
from random import Random
from typing import NamedTuple

from games.rules.game import GameState, new_game
from tests.rules.games import Chance
from tests.rules.oracle_game import Game, Step, replay
from tests.rules.play import POLICIES, SEATS, advance, steps_of
from tests.rules.worlds import other_world

LONGEST = 150
"""The most moves of a pair's game: enough for the first rounds of any game."""


class Role(StrEnum):
    PLAYER = "player"
    """A player who may act."""
    OTHER_PLAYER = "other player"
    """A player who waits for the others."""
    SPECTATOR = "spectator"
    """A user with an account and without a seat."""
    STRANGER = "stranger"
    MODERATOR = "moderator"
    LEFT = "left"
    """A player who left the game for good, or whose chair another has taken: all they see is what a
    spectator sees."""
    GUEST = "guest"
    """A user with a session and no account."""
    STAFF = "staff"
    """A user who may enter the admin, and has no right there."""


COMPARED = (
    *(Role.PLAYER, Role.OTHER_PLAYER),
    *(Role.SPECTATOR, Role.STRANGER, Role.MODERATOR, Role.LEFT),
)
"""The roles for which worlds are compared."""
PLAYERS = (Role.PLAYER, Role.OTHER_PLAYER)


class Pair(NamedTuple):
    """A game of some moves, and another that looks the same to the viewer."""

    number: int
    role: Role
    players: int
    viewer: int | None
    """The viewer's seat, with the same hand in both; None: all hands are exchanged."""
    one: list[Step]
    other: list[Step]


def pair(number: int) -> Pair:
    """Any number of players, any stage of an unfinished game."""
    role = COMPARED[number % len(COMPARED)]
    for seed in count():
        random = Random(f"pair {number} {seed}")
        players = SEATS[(number // len(COMPARED)) % 4]
        chance = Chance(players, random.choice(sorted(POLICIES)), random.randrange(2**32))
        state = random.choice(looks(chance))
        viewer = seat_of(role, state, random)
        if viewer is None and role in PLAYERS:
            continue
        game = replay(players, steps_of(state))
        new = sits_down_last(number, role)
        other = other_world(game, viewer, random, newcomer=new)
        if other is not None and (new or hides_something(game, other)):
            return Pair(number, role, players, viewer, game.steps, other.steps)
    raise AssertionError


def sits_down_last(number: int, role: Role) -> bool:
    """Whether the viewer is a newcomer: they have just taken the chair of somebody else.

    Of each role's pairs one in six; its cards may then differ in what is over alone.
    """
    # Chosen so that any sample still has everything else that can happen, and nothing.
    place = {Role.PLAYER: 0, Role.OTHER_PLAYER: 4}.get(role)
    return number // len(COMPARED) % 6 == place


def looks(chance: Chance) -> list[GameState]:
    """Moments with something to see, and something to hide."""
    found = []
    for state in chance.states():
        if state.version > LONGEST:
            break
        if not state.needs_deal and not state.over:
            found.append(state)
    return found


def seat_of(role: Role, state: GameState, random: Random) -> int | None:
    if role not in PLAYERS:
        return None
    on_turn = role == Role.PLAYER
    seats = [seat for seat in range(state.players) if (seat in state.to_act) == on_turn]
    return random.choice(seats) if seats else None


def hides_something(one: Game, other: Game) -> bool:
    return one.table.hands != other.table.hands


def pairs_of_states(first: int = 0) -> Iterator[tuple[int | None, GameState, GameState]]:
    """Endless states that a viewer cannot tell apart: every moment of games.

    Games that look alike now have looked alike all the time, so each moment is a pair, for the
    viewer and for those without a seat.
    """
    for number in count(first):
        random = Random(f"states {number}")
        players = SEATS[number % 4]
        chance = Chance(players, sorted(POLICIES)[number % 5], number)
        game = replay(players, steps_of(random.choice(looks(chance))))
        viewer = random.choice([None, *range(players)])
        other = other_world(game, viewer, random)
        if other is None:
            continue
        together = zip(states_of(players, game.steps), states_of(players, other.steps), strict=True)
        for state, its_other in together:
            assert state.round is not None
            assert its_other.round is not None
            if state.needs_deal or state.round.hands == its_other.round.hands:
                continue
            yield None, state, its_other
            if viewer is not None:
                yield viewer, state, its_other


def states_of(players: int, steps: list[Step]) -> Iterator[GameState]:
    """By the rules, after each step."""
    state = new_game(players)
    for step in steps:
        state = advance(state, step)
        yield state
