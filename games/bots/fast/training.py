"""Training *expert*, by play in a league (or to answer one net).

One generation is learnt while the next is played. The seed determines everything, despite threads
or interruptions.
"""

import json
from collections.abc import Generator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from math import cos, pi
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import steady_weights
from ..value.network import FIRST, Floats, Network, folder_of, load, parameter_file
from .calibration import calibrated
from .compiling import digest_of_sources
from .league import KINDS, SELVES, gains, shares
from .learning import (
    PARAMETERS,
    Learner,
    learn,
    learner_from,
    network_of,
    new_learner,
)
from .measuring import margin
from .opponents import LEARNER, OTHER_NETS, STEADY, stacked
from .selfplay import play_rounds
from .settling import PIECES, settled

RATE, LAST_RATE = 2e-3, 5e-5
ANSWERING_RATE = 5e-4
"""To begin with, for a net that begins as the one that it is to answer."""
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
DEALS = 100
"""For each measurement."""
CALIBRATED = 10
"""Generations' worth of decisions from which the values are set right in the end."""

Piece = tuple[Floats, Floats]


@dataclass(frozen=True)
class Plan:
    """The settings that determine the parameters."""

    players: int
    generations: int
    decisions: int
    seed: int
    against: str = ""
    """The expert at all other seats, to which the net is to be the best answer; if empty, the net
    plays in the league."""

    @property
    def command(self) -> str:
        return (
            f"manage.py train_expert --players {self.players} --generations {self.generations} "
            f"--decisions {self.decisions} --seed {self.seed}"
            + (f" --against {self.against}" if self.against else "")
        )


@dataclass(frozen=True)
class Generation:
    """A line of the learning curve."""

    players: int
    generation: int
    decisions: int
    error: float
    """The mean squared error of the net's values, in points."""
    margin: float
    """Alone among players like *steady*, or among those it is to answer."""
    gains: tuple[float, ...] = ()
    """What each other kind of seat gained alone among learners (see :mod:`.league`)."""


class Seated(NamedTuple):
    """Those who play a generation."""

    playing: Floats
    """The parameters to learn for."""
    selves: Floats
    """Older selves, a row each."""
    gains: NDArray[np.float64]
    """Of each kind of seat but the learner."""


class State(NamedTuple):
    """What a training goes on from."""

    learner: Learner
    under_way: Seated
    """Of the generation that is played while the one before is learnt."""
    selves: Floats
    gains: NDArray[np.float64]


def train(plan: Plan, folder: Path, threads: int) -> Generator[Generation, None, None]:
    """Train into ``folder``, from any checkpoint; yield the learning curve."""
    folder.mkdir(parents=True, exist_ok=True)
    checkpoint = folder / f"checkpoint-{plan.players}.npz"
    state, first, curve = _start(plan, checkpoint)
    yield from curve
    with ThreadPoolExecutor(threads) as pool:
        pieces = _play(pool, plan, first, state.under_way)
        for number in range(first, plan.generations):
            played = [piece.result() for piece in pieces]
            seated = Seated(state.learner.mean.copy(), state.selves, state.gains)
            state = state._replace(under_way=seated)
            if number + 1 < plan.generations:
                pieces = _play(pool, plan, number + 1, seated)
            error = learn(
                state.learner,
                np.concatenate([rows for rows, _ in played]),
                np.concatenate([targets for _, targets in played]),
                _between(ANSWERING_RATE if plan.against else RATE, LAST_RATE, plan, number),
                np.random.default_rng([plan.seed, plan.players, number]),
            )
            done = number + 1
            if done % max(1, plan.generations // SELVES) == 0:
                state = state._replace(selves=np.vstack([state.selves, state.learner.mean]))
            if done % MEASURED == 0 or done == plan.generations:
                state, line = _measured(plan, state, done, error)
                curve.append(line)
                _keep(plan, checkpoint, state, done, curve)
                yield line
    network = network_of(state.learner.mean)
    if not plan.against:
        shift = partial(calibrated, plan.players, positions=CALIBRATED * plan.decisions)
        network = settled(
            plan.players,
            shift(network, seed=plan.seed),
            decisions=plan.decisions,
            rate=LAST_RATE,
            exploring=LAST_EXPLORING,
            wavering=LAST_WAVERING,
            seed=plan.seed,
            threads=threads,
        )
        network = shift(network, seed=plan.seed)
    write_parameters(parameter_file(plan.players, folder), network, plan)
    checkpoint.unlink(missing_ok=True)


def _measured(plan: Plan, state: State, done: int, error: float) -> tuple[State, Generation]:
    networks = _networks(plan, state.under_way.playing, state.selves[-1:])
    seed = [plan.seed, plan.players, done]
    others = STEADY
    if plan.against:
        others = OTHER_NETS
    else:
        found = gains(plan.players, networks, state.gains.tolist(), deals=DEALS, seed=seed)
        state = state._replace(gains=np.array(found))
    reached = margin(plan.players, LEARNER, others, networks, deals=DEALS, seed=seed)
    line = Generation(
        plan.players,
        done,
        done * plan.decisions,
        round(error, 3),
        round(reached.points, 3),
        () if plan.against else tuple(np.round(state.gains, 3).tolist()),
    )
    return state, line


def _between(begin: float, end: float, plan: Plan, number: int) -> float:
    return end + (begin - end) * (1 + cos(pi * number / plan.generations)) / 2


def _networks(plan: Plan, playing: Floats, older: Floats) -> list[Network]:
    """Return the nets at a table; ``older`` has a row for an older self, if there is one."""
    network = network_of(playing)
    if plan.against:
        return [network, load(plan.players, folder_of(plan.against))]
    older_self = network_of(older[0]) if len(older) else network
    return [network, older_self, load(plan.players, FIRST)]


def _play(pool: ThreadPoolExecutor, plan: Plan, number: int, seated: Seated) -> list[Future[Piece]]:
    warm = number < WARM_UP * plan.generations and not plan.against
    if plan.against:
        seats = np.zeros(OTHER_NETS + 1)
        seats[OTHER_NETS] = 1.0
    else:
        seats = shares(seated.gains.tolist())
    pieces = []
    for piece in range(PIECES):
        chance = np.random.default_rng([plan.seed, plan.players, number, piece])
        older = int(chance.random() * max(1, len(seated.selves)))
        pieces.append(
            pool.submit(
                play_rounds,
                plan.players,
                plan.decisions // PIECES,
                stacked(_networks(plan, seated.playing, seated.selves[older : older + 1])),
                exploring=_between(EXPLORING, LAST_EXPLORING, plan, number),
                wavering=_between(WAVERING, LAST_WAVERING, plan, number),
                trace=1.0 if warm else _between(TRACE, LAST_TRACE, plan, number),
                shares=seats,
                alone=bool(plan.against),
                chance=chance,
            )
        )
    return pieces


def _start(plan: Plan, checkpoint: Path) -> tuple[State, int, list[Generation]]:
    if checkpoint.exists():
        with np.load(checkpoint) as kept:
            if was_made_by(plan, kept):
                learner = Learner(*(kept[name] for name in Learner._fields))
                curve = [
                    Generation(**{**line, "gains": tuple(line["gains"])})
                    for line in json.loads(str(kept["curve"]))
                ]
                selves = kept["selves"]
                seated = Seated(
                    kept["playing"], selves[: kept["selves_seated"]], kept["gains_seated"]
                )
                state = State(learner, seated, selves, kept["gains"])
                return state, int(kept["number"]), curve
    if plan.against:
        learner = learner_from(load(plan.players, folder_of(plan.against)))
    else:
        learner = new_learner(np.random.default_rng([plan.seed, plan.players]))
    none, nothing = np.zeros((0, PARAMETERS), np.float32), np.zeros(KINDS - 1)
    return State(learner, Seated(learner.mean.copy(), none, nothing), none, nothing), 0, []


def _keep(plan: Plan, checkpoint: Path, state: State, number: int, curve: list[Generation]) -> None:
    lines = json.dumps([asdict(line) for line in curve])
    new = checkpoint.with_suffix(".new.npz")
    np.savez(
        new,
        **_origin(plan),
        number=number,
        curve=lines,
        playing=state.under_way.playing,
        selves_seated=len(state.under_way.selves),
        gains_seated=state.under_way.gains,
        selves=state.selves,
        gains=state.gains,
        **state.learner._asdict(),
    )
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
