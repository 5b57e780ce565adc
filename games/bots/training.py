"""How the weights of *steady* come about: from nothing, by playing and looking how it ended.

Each pass plays rounds with the weights there are, now and then a move at random, partly among
itself and partly against *easy*. For every decision it notes the FEATURES after the move and how
many points above the others' mean the rest of the round then brought. The new weights are those
that tell these points best and can be put in words: least squares with a little ridge, over this
pass and, with half the weight each, those before it. It all follows from the seed.
"""

import hashlib
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from random import Random
from statistics import fmean
from typing import NamedTuple

from games.bots import easy
from games.bots.steady import FEATURES, SIGNS, Position, orientation
from games.rules import game as rules
from games.rules.deal import SECRET_BYTES, deal_round
from games.rules.moves import Move
from games.rules.views import View, view_for

Weights = tuple[float, ...]
Row = tuple[float, ...]

EXPLORING = 0.08
"""How often a move is drawn at random."""
WAVERING = 0.3
"""How far two moves may lie apart, in points, and still be taken for each other, in training."""
RIDGE = 20.0
FORGETTING = 0.5
"""How much the passes before count in the next one."""
STEP = 0.7
"""How far the weights move towards those of a pass."""
CHUNKS = 24
"""Into how many pieces a pass is cut for the processes; every third plays against *easy*."""


class Sums(NamedTuple):
    """What least squares needs of the decisions: the sums of products, and the mean margin."""

    products: list[list[float]]
    """The FEATURES by each other."""
    outcomes: list[float]
    """The FEATURES by the points that came."""
    decisions: int
    margin: float | None
    """Against *easy*: the mean margin a round; None where it played among itself."""


class Pass(NamedTuple):
    """What one pass of training found."""

    number: int
    weights: Weights
    decisions: int
    margin: float
    """Points a round above *easy*, of the weights before this pass, exploring."""


def train(players: int, passes: int, rounds: int, seed: int, processes: int) -> Iterator[Pass]:
    """Train the weights for ``players`` from nothing; each pass of about ``rounds`` is given."""
    size = len(FEATURES)
    weights: Weights = (0.0,) * size
    products = [[0.0] * size for _ in range(size)]
    outcomes = [0.0] * size
    with ProcessPoolExecutor(processes) as pool:
        for number in range(passes):
            pieces = [
                (players, weights, f"{seed} {players} {number} {chunk}", rounds // CHUNKS, chunk)
                for chunk in range(CHUNKS)
            ]
            found = list(pool.map(_play_rounds, pieces))
            for row in range(size):
                outcomes[row] = FORGETTING * outcomes[row] + sum(
                    sums.outcomes[row] for sums in found
                )
                for column in range(size):
                    products[row][column] = FORGETTING * products[row][column] + sum(
                        sums.products[row][column] for sums in found
                    )
            fitted = _sensible(products, outcomes)
            step = STEP if number else 1.0
            weights = tuple(
                round(old + step * (new - old), 3) for old, new in zip(weights, fitted, strict=True)
            )
            margins = [sums.margin for sums in found if sums.margin is not None]
            yield Pass(number, weights, sum(sums.decisions for sums in found), fmean(margins))


def _play_rounds(piece: tuple[int, Weights, str, int, int]) -> Sums:
    players, weights, seed, rounds, chunk = piece
    chance = Random(hashlib.sha256(seed.encode()).digest())
    size = len(FEATURES)
    products = [[0.0] * size for _ in range(size)]
    outcomes = [0.0] * size
    decisions = 0
    margins = []
    for number in range(rounds):
        alone = number % players if chunk % 3 == 0 else None
        seen, margin = _play_round(players, weights, alone, chance)
        if alone is not None:
            margins.append(margin[alone])
        for seat, banked, row in seen:
            decisions += 1
            rest = margin[seat] - banked
            for one, value in enumerate(row):
                if value:
                    outcomes[one] += value * rest
                    into = products[one]
                    for other, factor in enumerate(row):
                        into[other] += value * factor
    return Sums(products, outcomes, decisions, fmean(margins) if margins else None)


def _play_round(
    players: int, weights: Weights, alone: int | None, chance: Random
) -> tuple[list[tuple[int, float, Row]], list[float]]:
    """Play one round; each decision as (seat, points banked by it, FEATURES), and the margins.

    With ``alone`` that seat sits among bots of the level easy; otherwise all seats are ours.
    """
    state = rules.deal(
        rules.new_game(players), deal_round(chance.randbytes(SECRET_BYTES), "", players, 0)
    )
    seen: list[tuple[int, float, Row]] = []
    while not state.results:
        seat = state.to_act[0]
        view = view_for(state, seat)
        if alone in (None, seat):
            move, banked, row = _choose(weights, view, chance)
            if row:
                points = [
                    won + chips for won, chips in zip(view.collected, view.chips, strict=True)
                ]
                seen.append((seat, _margin(points, seat) + banked, row))
        else:
            move = easy.choose(view, chance)
        state = rules.play(state, seat, move)
    return seen, [_margin(state.totals, seat) for seat in range(players)]


def _margin(points: Sequence[int], seat: int) -> float:
    """The points of ``seat`` above the mean of the others."""
    return points[seat] - (sum(points) - points[seat]) / (len(points) - 1)


def _choose(weights: Weights, view: View, chance: Random) -> tuple[Move, float, Row]:
    if view.phase == "orient":
        return orientation(view), 0.0, ()
    candidates = Position(view, chance).candidates()
    if chance.random() < EXPLORING:
        return chance.choice(candidates)

    def worth(candidate: tuple[Move, float, Row]) -> float:
        _, banked, row = candidate
        return banked + sum(map(float.__mul__, weights, row)) + WAVERING * chance.random()

    return max(candidates, key=worth)


def _sensible(products: list[list[float]], outcomes: list[float]) -> list[float]:
    """The weights that fit best among those that can be put in words.

    Answers go together (who needs many Shows holds many cards), and what fits best by a hair may
    give one of them a weight against all sense and mend that by another. So weights with a sign
    other than :data:`SIGNS` are nothing, the worst first, and the others are fitted again.
    """
    left = set(range(len(outcomes)))
    while True:
        weights = _least_squares(
            [
                [
                    value if row in left and column in left else 0.0
                    for column, value in enumerate(values)
                ]
                for row, values in enumerate(products)
            ],
            [value if row in left else 0.0 for row, value in enumerate(outcomes)],
        )
        against = [row for row in left if weights[row] * SIGNS[row] < 0]
        if not against:
            return weights
        left.remove(max(against, key=lambda row: weights[row] ** 2 * products[row][row]))


def _least_squares(products: list[list[float]], outcomes: list[float]) -> list[float]:
    """The weights that fit best, by Gaussian elimination with the largest pivot."""
    size = len(outcomes)
    rows = [
        [value + (RIDGE if row == column else 0.0) for column, value in enumerate(products[row])]
        + [outcomes[row]]
        for row in range(size)
    ]
    for pivot in range(size):
        largest = max(range(pivot, size), key=lambda row: abs(rows[row][pivot]))
        rows[pivot], rows[largest] = rows[largest], rows[pivot]
        for row in range(size):
            if row != pivot:
                factor = rows[row][pivot] / rows[pivot][pivot]
                rows[row] = [
                    value - factor * above
                    for value, above in zip(rows[row], rows[pivot], strict=True)
                ]
    return [rows[row][size] / rows[row][row] for row in range(size)]


def written(weights: dict[int, Weights], how: str) -> str:
    """The module :mod:`games.bots.steady_weights` with these weights; ``how`` names the command."""
    tables = "\n".join(
        f"    {players}: (\n"
        + "".join(
            f"        {value},  # {name}\n" for name, value in zip(FEATURES, values, strict=True)
        )
        + "    ),"
        for players, values in sorted(weights.items())
    )
    return (
        '"""What *steady* makes of what it sees, by number of players.\n\n'
        f'Made by ``{how}``:\nsee :mod:`games.bots.training`.\n"""\n\n'
        f"WEIGHTS: dict[int, tuple[float, ...]] = {{\n{tables}\n}}\n"
    )
