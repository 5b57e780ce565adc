"""How the parameters of *expert* come about: from nothing, by playing with partners and itself.

Each generation plays some ten thousand decisions with the net there is, now and then a move at
random, and learns them once (:mod:`games.bots.fast.selfplay`, :mod:`games.bots.fast.learning`).
While one generation is learnt the next is played already, with the parameters before: so both
cores have work. It all follows from the seed, however many threads there are, and a training that
was broken off goes on from its last checkpoint as if nothing had been.
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
"""Into how many pieces the play of a generation is cut for the threads."""
RATE, LAST_RATE = 2e-3, 5e-5
EXPLORING, LAST_EXPLORING = 0.1, 0.02
"""How often a move is drawn at random."""
WAVERING, LAST_WAVERING = 0.6, 0.1
"""How far two moves may lie apart, in points, and still be taken for each other."""
TRACE, LAST_TRACE = 1.0, 0.7
"""How much of what a decision is learnt from is how it turned out, and not what the net thinks."""
WARM_UP = 0.1
"""For this part of the training only what happened counts: the net knows nothing yet."""
MEASURED = 10
"""Every so many generations the net is measured ..."""
MEASURED_ROUNDS = 2_000

Piece = tuple[Floats, Floats]


@dataclass(frozen=True)
class Plan:
    """What a training is told: the same plan gives the same parameters."""

    players: int
    generations: int
    decisions: int
    """A generation."""
    seed: int
    sparring: float = 0.0
    """The share of rounds in which others sit at the table; see :mod:`games.bots.fast.sparring`."""

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
    """Learnt so far."""
    error: float
    """Mean squared error of the net's values, in points and what a game won counts for them."""
    margin: float
    """Points a round above a simple player; see :mod:`games.bots.fast.measuring`."""


def train(plan: Plan, folder: Path, threads: int) -> Generator[Generation, None, None]:
    """Train from nothing, or from the checkpoint in ``folder``; give the curve as it comes.

    Ends with the parameters in :func:`games.bots.value.network.parameter_file` of ``folder``.
    """
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
    """A number on its way from ``begin`` to ``end``, along half a wave of the cosine."""
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
    """The learner, what plays next, the next generation and the curve so far."""
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
    """Write ``network`` to ``file``, with the command that made it and the state of its sources."""
    np.savez(file, **_origin(plan), **network._asdict())


def was_made_by(plan: Plan, kept: Mapping[str, Any]) -> bool:
    """Whether the arrays of a file come from ``plan`` and from the sources as they are."""
    return all(name in kept and str(kept[name]) == told for name, told in _origin(plan).items())


def _origin(plan: Plan) -> dict[str, Any]:
    """What parameters depend on: the partners play by the weights of *steady*."""
    sources = digest_of_sources(Path(steady_weights.__file__))
    return {"made_by": plan.command, "sources": sources}
