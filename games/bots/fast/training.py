"""Training *expert*, by play with partners and itself.

One generation is learnt while the next is played. The seed determines everything, despite threads
or interruptions.
"""

import json
from collections.abc import Generator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict, dataclass
from math import cos, pi
from pathlib import Path
from typing import Any

import numpy as np

from games.bots import steady_weights
from games.bots.fast.compiling import digest_of_sources
from games.bots.fast.learning import Learner, learn, network_of, new_learner
from games.bots.fast.measuring import margin_over_simple
from games.bots.fast.selfplay import play_rounds
from games.bots.value.network import Floats, Network, parameter_file

PIECES = 4
RATE, LAST_RATE = 2e-3, 5e-5
EXPLORING, LAST_EXPLORING = 0.1, 0.02
"""How often a move is random."""
WAVERING, LAST_WAVERING = 0.6, 0.1
"""The difference in points up to which two moves may be confused."""
TRACE, LAST_TRACE = 1.0, 0.7
"""The weight of the outcome in what is learnt, against the net's opinion."""
WARM_UP = 0.1
"""The share of the training in which only outcomes count."""
MEASURED = 10
"""Generations between measurements."""
MEASURED_ROUNDS = 2_000

Piece = tuple[Floats, Floats]


@dataclass(frozen=True)
class Plan:
    """The settings that determine the parameters."""

    players: int
    generations: int
    decisions: int
    seed: int
    sparring: float = 0.0

    @property
    def command(self) -> str:
        return (
            f"manage.py train_expert --players {self.players} --generations {self.generations} "
            f"--decisions {self.decisions} --seed {self.seed}"
            + (f" --sparring {self.sparring:g}" if self.sparring else "")
        )


@dataclass(frozen=True)
class Generation:
    """A line of the learning curve."""

    players: int
    generation: int
    decisions: int
    error: float
    """The mean squared error of the net's values, in points or the equivalent of a won game."""
    margin: float


def train(plan: Plan, folder: Path, threads: int) -> Generator[Generation, None, None]:
    """Train into ``folder``, from any checkpoint; yield the learning curve."""
    folder.mkdir(parents=True, exist_ok=True)
    checkpoint = folder / f"checkpoint-{plan.players}.npz"
    learner, playing, first, curve = _start(plan, checkpoint)
    yield from curve
    with ThreadPoolExecutor(threads) as pool:
        pieces = _play(pool, plan, first, playing)
        for number in range(first, plan.generations):
            played = [piece.result() for piece in pieces]
            playing = learner.mean.copy()
            if number + 1 < plan.generations:
                pieces = _play(pool, plan, number + 1, playing)
            error = learn(
                learner,
                np.concatenate([rows for rows, _ in played]),
                np.concatenate([targets for _, targets in played]),
                _between(RATE, LAST_RATE, plan, number),
                np.random.default_rng([plan.seed, plan.players, number]),
            )
            if (number + 1) % MEASURED == 0 or number + 1 == plan.generations:
                margin = margin_over_simple(
                    plan.players, MEASURED_ROUNDS, network_of(learner.mean), plan.seed
                )
                done = Generation(
                    plan.players,
                    number + 1,
                    (number + 1) * plan.decisions,
                    round(error, 3),
                    round(margin, 3),
                )
                curve.append(done)
                _keep(plan, checkpoint, learner, playing, number + 1, curve)
                yield done
    write_parameters(parameter_file(plan.players, folder), network_of(learner.mean), plan)
    checkpoint.unlink(missing_ok=True)


def _between(begin: float, end: float, plan: Plan, number: int) -> float:
    return end + (begin - end) * (1 + cos(pi * number / plan.generations)) / 2


def _play(
    pool: ThreadPoolExecutor, plan: Plan, number: int, parameters: Floats
) -> list[Future[Piece]]:
    network = network_of(parameters)
    warm = number < WARM_UP * plan.generations
    return [
        pool.submit(
            play_rounds,
            plan.players,
            plan.decisions // PIECES,
            network,
            exploring=_between(EXPLORING, LAST_EXPLORING, plan, number),
            wavering=_between(WAVERING, LAST_WAVERING, plan, number),
            trace=1.0 if warm else _between(TRACE, LAST_TRACE, plan, number),
            sparring=plan.sparring,
            chance=np.random.default_rng([plan.seed, plan.players, number, piece]),
        )
        for piece in range(PIECES)
    ]


def _start(plan: Plan, checkpoint: Path) -> tuple[Learner, Floats, int, list[Generation]]:
    if checkpoint.exists():
        with np.load(checkpoint) as kept:
            if was_made_by(plan, kept):
                learner = Learner(*(kept[name] for name in Learner._fields))
                curve = [Generation(**line) for line in json.loads(str(kept["curve"]))]
                return learner, kept["playing"], int(kept["number"]), curve
    learner = new_learner(np.random.default_rng([plan.seed, plan.players]))
    return learner, learner.mean.copy(), 0, []


def _keep(
    plan: Plan,
    checkpoint: Path,
    learner: Learner,
    playing: Floats,
    number: int,
    curve: list[Generation],
) -> None:
    lines = json.dumps([asdict(line) for line in curve])
    new = checkpoint.with_suffix(".new.npz")
    np.savez(new, **_origin(plan), number=number, curve=lines, playing=playing, **learner._asdict())
    new.replace(checkpoint)


def write_parameters(file: Path, network: Network, plan: Plan) -> None:
    """Write ``network`` with the command and sources behind it."""
    np.savez(file, **_origin(plan), **network._asdict())


def was_made_by(plan: Plan, kept: Mapping[str, Any]) -> bool:
    """Return whether ``plan`` and these sources made the arrays."""
    return all(name in kept and str(kept[name]) == told for name, told in _origin(plan).items())


def _origin(plan: Plan) -> dict[str, Any]:
    sources = digest_of_sources(Path(steady_weights.__file__))
    return {"made_by": plan.command, "sources": sources}
