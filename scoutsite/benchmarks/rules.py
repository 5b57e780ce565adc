"""Measure the rules, the board of a table, and the engine that trains the bot expert.

Print moves and playouts per second of uniformly random play on one core, beside a reference loop,
and the CPU time of a board and its HTML. The engine needs Numba (make search) and half a minute to
compile.
"""

import time
from argparse import ArgumentParser
from random import Random
from typing import Any, NamedTuple

from django.core.management.base import OutputWrapper

from games.rules.cards import PLAYER_COUNTS
from games.rules.deal import SECRET_BYTES, deal_round
from games.rules.legal import legal_moves
from games.rules.moves import Orient
from games.rules.round import apply, start_round
from games.rules.state import RoundState
from scoutsite.benchmarks.board import milliseconds_of_a_board

REFERENCE_STEPS = 20_000
PLAYOUTS_AT_ONCE = 200


def add_arguments(parser: ArgumentParser) -> None:
    """Add options."""
    parser.add_argument(
        "--seconds", type=float, default=3.0, help="how long for each number of players"
    )
    parser.add_argument("--only", choices=("rules", "engine"), help="default: both")


def run(options: dict[str, Any], stdout: OutputWrapper) -> None:
    """Print the figures."""
    if options["only"] != "engine":
        _rules_and_board(options["seconds"], stdout)
    if options["only"] is None:
        stdout.write()
    if options["only"] != "rules":
        _engine(options["seconds"], stdout)


def _rules_and_board(seconds: float, stdout: OutputWrapper) -> None:
    stdout.write(
        "players  moves/s  playouts/s  legal moves  reference steps/s  moves a step  board ms"
    )
    for players in PLAYER_COUNTS:
        speed = measure(players, seconds)
        board = milliseconds_of_a_board(players, seconds / 3)
        ratio = speed.moves_per_second / speed.reference_per_second
        stdout.write(
            f"{players:7}  {speed.moves_per_second:7,.0f}  {speed.playouts_per_second:10,.0f}  "
            f"{speed.listed:11.1f}  {speed.reference_per_second:17,.0f}  {ratio:12.2f}  "
            f"{board:8.2f}"
        )


def _engine(seconds: float, stdout: OutputWrapper) -> None:
    stdout.write("players  engine moves/s  engine playouts/s")
    for players in PLAYER_COUNTS:
        try:
            speed = measure_engine(players, seconds)
        except ImportError:
            stdout.write("Numba is not installed: run make search to measure the engine.")
            return
        stdout.write(
            f"{players:7}  {speed.moves_per_second:14,.0f}  {speed.playouts_per_second:17,.0f}"
        )


class Speed(NamedTuple):
    """Random play's speed."""

    players: int
    moves_per_second: float
    listed: float
    reference_per_second: float
    playouts_per_second: float


class EngineSpeed(NamedTuple):
    """The compiled engine's speed."""

    players: int
    moves_per_second: float
    playouts_per_second: float


def reference_step(number: int) -> int:
    """Do a little work like the rules'."""
    row = bytes((number + place * 7) % 10 for place in range(11))
    turned = row.translate(bytes(255 - value for value in range(256)))
    return sum(turned[start] - turned[start - 1] for start in range(1, 11)) + len(row[3:7])


def measure(players: int, seconds: float, seed: int = 0) -> Speed:
    """Play at random, listing every legal move.

    Moves and the reference loop alternate, so that noise slows both.
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
    """Play in the compiled engine; raise ``ImportError`` without Numba."""
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
    moves = listed = 0
    draw = chance.random
    while state.ended_by is None:
        legal = legal_moves(state, state.turn)
        state = apply(state, state.turn, legal[int(draw() * len(legal))])
        moves += 1
        listed += len(legal)
    return moves, listed
