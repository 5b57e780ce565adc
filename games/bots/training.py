"""Training *steady* by self-play.

Each pass fits its weights to the margin in the rest of the round by ridge regression over all
passes, each counting half as much as the next. The seed determines everything.
"""

import hashlib
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from random import Random
from statistics import fmean
from typing import NamedTuple

from ..rules import game as rules
from ..rules.deal import SECRET_BYTES, deal_round
from ..rules.moves import Move
from ..rules.views import View, view_for
from . import easy
from .steady import Position, orientation
from .steady_features import FEATURES, SIGNS

Weights = tuple[float, ...]
FeatureRow = tuple[float, ...]

EXPLORING = 0.08
WAVERING = 0.3
"""The difference in points up to which two moves may be confused."""
RIDGE = 20.0
FORGETTING = 0.5
STEP = 0.7
CHUNKS = 24
"""Pieces per pass, shared among processes; every third plays against *easy*."""


class Sums(NamedTuple):
    """Sums of products, for least squares."""

    products: list[list[float]]
    outcomes: list[float]
    decisions: int
    margin: float | None
    """Mean points per round over *easy*; None for self-play."""


class Pass(NamedTuple):
    """One pass of training."""

    number: int
    weights: Weights
    decisions: int
    margin: float
    """Points per round over *easy*, with the previous weights and random moves."""


def train(players: int, passes: int, rounds: int, seed: int, processes: int) -> Iterator[Pass]:
    """Yield each pass of about ``rounds``."""
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
) -> tuple[list[tuple[int, float, FeatureRow]], list[float]]:
    """Return (seat, points banked, FEATURES) per decision, and the margins.

    Seat ``alone`` plays against *easy*.
    """
    state = rules.deal(
        rules.new_game(players), deal_round(chance.randbytes(SECRET_BYTES), "", players, 0)
    )
    seen: list[tuple[int, float, FeatureRow]] = []
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
    return points[seat] - (sum(points) - points[seat]) / (len(points) - 1)


def _choose(weights: Weights, view: View, chance: Random) -> tuple[Move, float, FeatureRow]:
    if view.phase == "orient":
        return orientation(view), 0.0, ()
    candidates = Position(view, chance).candidates()
    if chance.random() < EXPLORING:
        return chance.choice(candidates)

    def worth(candidate: tuple[Move, float, FeatureRow]) -> float:
        _, banked, row = candidate
        return banked + sum(map(float.__mul__, weights, row)) + WAVERING * chance.random()

    return max(candidates, key=worth)


def _sensible(products: list[list[float]], outcomes: list[float]) -> list[float]:
    """Return the best weights that fit :data:`SIGNS`.

    Features are correlated, so a perfect fit may be absurd. Weights that contradict become zero,
    worst first, and the others are refitted.
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
    """Return the source of :mod:`.steady_weights`, made by ``how``."""
    tables = "\n".join(
        f"    {players}: (\n"
        + "".join(
            f"        {value},  # {name}\n" for name, value in zip(FEATURES, values, strict=True)
        )
        + "    ),"
        for players, values in sorted(weights.items())
    )
    return (
        '"""The weights of *steady*, by number of players.\n\n'
        f'Made by ``{how}``:\nsee :mod:`.training`.\n"""\n\n'
        f"WEIGHTS: dict[int, tuple[float, ...]] = {{\n{tables}\n}}\n"
    )
