"""A bot's legality and speed."""

import time
from collections.abc import Iterator
from itertools import islice
from random import Random
from statistics import median, quantiles
from typing import NamedTuple

from games.bots.registry import choose_move
from games.rules import game as rules
from games.rules.deal import SECRET_BYTES, deal_round
from games.rules.views import View, view_for


class Answers(NamedTuple):
    """A bot's moves at many positions."""

    players: int
    moves: int
    illegal: int
    median: float
    p95: float
    slowest: float


def random_positions(players: int, chance: Random) -> Iterator[View]:
    """Yield views of the seat to act, endlessly."""
    while True:
        secret = chance.randbytes(SECRET_BYTES)
        state = rules.new_game(players)
        while not state.over:
            if state.needs_deal:
                dealt = deal_round(secret, "", players, state.round_number)
                state = rules.deal(state, dealt)
            seat = chance.choice(state.to_act)
            view = view_for(state, seat)
            yield view
            state = rules.play(state, seat, chance.choice(view.legal_moves()))


def answers(bot: str, players: int, moves: int, seed: int = 0) -> Answers:
    """Ask ``bot`` for moves at random positions."""
    chance = Random(f"{seed} {players}")  # noqa: S311 (a benchmark's dice)
    illegal = 0
    spent = []
    for view in islice(random_positions(players, chance), moves):
        start = time.perf_counter()
        move = choose_move(bot, view, seed)
        spent.append(1000 * (time.perf_counter() - start))
        illegal += move not in view.legal_moves()
    return Answers(players, moves, illegal, median(spent), quantiles(spent, n=20)[-1], max(spent))
