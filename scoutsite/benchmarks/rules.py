"""How fast the rules are, beside a fixed loop that tells how fast the machine is.

And how fast the engine is that *expert* is trained in, where Numba is installed.
"""

import time
from random import Random
from typing import NamedTuple

from games.rules.deal import SECRET_BYTES, deal_round
from games.rules.legal import legal_moves
from games.rules.moves import Orient
from games.rules.round import apply, start_round
from games.rules.state import RoundState

REFERENCE_STEPS = 20_000
PLAYOUTS_AT_ONCE = 200


class Speed(NamedTuple):
    """What a run of random play measured."""

    players: int
    moves_per_second: float
    listed: float
    """Legal moves listed before each move, on average."""
    reference_per_second: float
    """Steps a second of the reference loop, in the same run."""
    playouts_per_second: float
    """Rounds played from their first turn to their end."""


class EngineSpeed(NamedTuple):
    """What a run of random play in the compiled engine measured."""

    players: int
    moves_per_second: float
    playouts_per_second: float


def reference_step(number: int) -> int:
    """A little fixed work of the kind the rules do: bytes, slices and small integers."""
    row = bytes((number + place * 7) % 10 for place in range(11))
    turned = row.translate(bytes(255 - value for value in range(256)))
    return sum(turned[start] - turned[start - 1] for start in range(1, 11)) + len(row[3:7])


def measure(players: int, seconds: float, seed: int = 0) -> Speed:
    """Play uniformly at random with ``players`` for about ``seconds`` on one core.

    Every legal move is listed before one of them is drawn and applied; deals and orientations are
    made beforehand and not counted. Moves and reference loop take turns, a slice of each at a
    time, so that a noisy machine slows both.
    """
    chance = Random(seed)  # noqa: S311 (a benchmark's dice)
    begun = [_begun_round(players, chance) for _ in range(50)]
    moves = listed = steps = rounds = 0
    playing = referring = 0.0
    while playing < seconds:
        start = time.perf_counter()
        for state in begun:
            played, seen = _play_out(state, chance)
            moves += played
            listed += seen
        rounds += len(begun)
        middle = time.perf_counter()
        for number in range(REFERENCE_STEPS):
            reference_step(number)
        steps += REFERENCE_STEPS
        playing += middle - start
        referring += time.perf_counter() - middle
    return Speed(players, moves / playing, listed / moves, steps / referring, rounds / playing)


def measure_engine(players: int, seconds: float, seed: int = 0) -> EngineSpeed:
    """Play uniformly at random with ``players`` in the compiled engine for about ``seconds``.

    Deals are counted; compiling, which happens once, is not. ``ImportError`` without Numba.
    """
    from games.bots.fast.listing import random_playouts

    random_playouts(players, 1, seed)
    moves = rounds = 0
    start = time.perf_counter()
    spent = 0.0
    while spent < seconds:
        moves += random_playouts(players, PLAYOUTS_AT_ONCE, seed + rounds)
        rounds += PLAYOUTS_AT_ONCE
        spent = time.perf_counter() - start
    return EngineSpeed(players, moves / spent, rounds / spent)


def _begun_round(players: int, chance: Random) -> RoundState:
    dealt = deal_round(chance.randbytes(SECRET_BYTES), "", players, 0)
    state = start_round(dealt.hands, dealt.starter)
    for seat in range(players):
        state = apply(state, seat, Orient(flip=False))
    return state


def _play_out(state: RoundState, chance: Random) -> tuple[int, int]:
    """Play a round to its end; how many moves that took and how many were listed."""
    moves = listed = 0
    draw = chance.random
    while state.ended_by is None:
        legal = legal_moves(state, state.turn)
        state = apply(state, state.turn, legal[int(draw() * len(legal))])
        moves += 1
        listed += len(legal)
    return moves, listed
