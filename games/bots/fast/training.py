"""Training *expert*, by play in a league, or alone among others of one net.

A net begins with chance, or from the parts of its plan. One generation is learnt while the next is
played. The seed determines everything, despite threads or interruptions.
"""

import json
from collections.abc import Generator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import steady_weights
from ..value.network import FIRST, Floats, Network, folder_of, load, parameter_file, read
from .calibration import calibrated
from .compiling import digest_of_sources
from .joining import joined
from .league import KINDS, SELVES, gains, shares
from .learning import Learner, learn, learner_from, network_of, new_learner
from .measuring import margin
from .opponents import LEARNER, OTHER_NETS, STEADY, stacked
from .plan import Plan
from .selfplay import play_rounds
from .settling import PIECES, settled
from .table import Ints

MEASURED = 10
"""Generations between measurements."""
DEALS = 100
"""For each measurement."""
CALIBRATED = 10
"""Generations' worth of decisions from which the values are set right in the end."""

Piece = tuple[Floats, Floats]


@dataclass(frozen=True)
class Generation:
    """A line of the learning curve."""

    players: int
    generation: int
    decisions: int
    error: float
    """The mean squared error of the net's values, in points."""
    margin: float
    """Alone among players like *steady*, or among its opponents where they are all alike."""
    gains: tuple[float, ...] = ()
    """What each other kind of seat gained alone among learners (see :mod:`.league`)."""


class Seated(NamedTuple):
    """Those who play a generation."""

    playing: Floats
    """The parameters to learn for."""
    units: Ints
    """Of the hidden layers."""
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
    """Train into ``folder``, from any checkpoint; yield the learning curve.

    The parts of the ``plan`` have to be there.
    """
    folder.mkdir(parents=True, exist_ok=True)
    checkpoint = folder / f"checkpoint-{plan.players}.npz"
    state, first, curve = _start(plan, folder, checkpoint)
    yield from curve
    schedule = plan.schedule
    with ThreadPoolExecutor(threads) as pool:
        pieces = _play(pool, plan, first, state.under_way)
        for number in range(first, plan.length):
            played = [piece.result() for piece in pieces]
            seated = _seated(state)
            state = state._replace(under_way=seated)
            if number + 1 < plan.length:
                pieces = _play(pool, plan, number + 1, seated)
            error = learn(
                state.learner,
                np.concatenate([rows for rows, _ in played]),
                np.concatenate([targets for _, targets in played]),
                schedule.at(number, plan.length).rate,
                np.random.default_rng([plan.seed, plan.players, number]),
                schedule.slowness,
            )
            done = number + 1
            if done % max(1, plan.length // SELVES) == 0:
                state = state._replace(selves=np.vstack([state.selves, state.learner.mean]))
            if done % MEASURED == 0 or done == plan.length:
                state, line = _measured(plan, state, done, error)
                curve.append(line)
                _keep(plan, checkpoint, state, done, curve)
                yield line
    network = network_of(state.learner.mean, state.learner.units)
    if not plan.against:
        network = _set_right(plan, network, threads)
    write_parameters(parameter_file(plan.players, folder), network, plan)
    checkpoint.unlink(missing_ok=True)


def _set_right(plan: Plan, network: Network, threads: int) -> Network:
    """Return ``network`` right about what it expects among its kind."""
    shift = partial(calibrated, plan.players, positions=CALIBRATED * plan.decisions, seed=plan.seed)
    network = shift(network)
    # Among its kind a sharpened net would lose its edge.
    if plan.sharpened:
        return network
    schedule = plan.schedule
    network = settled(
        plan.players,
        network,
        decisions=plan.decisions,
        rate=schedule.last.rate,
        exploring=schedule.last.exploring,
        wavering=schedule.last.wavering,
        slowness=schedule.slowness,
        seed=plan.seed,
        threads=threads,
    )
    return shift(network)


def _measured(plan: Plan, state: State, done: int, error: float) -> tuple[State, Generation]:
    networks = _networks(plan, state.under_way, state.selves[-1:])
    seed = [plan.seed, plan.players, done]
    others = STEADY
    if plan.opponents:
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
        () if plan.opponents else tuple(np.round(state.gains, 3).tolist()),
    )
    return state, line


def _seated(state: State) -> Seated:
    learner = state.learner
    return Seated(learner.mean.copy(), learner.units, state.selves, state.gains)


def _networks(plan: Plan, seated: Seated, older: Floats) -> list[Network]:
    """Return the nets at a table; ``older`` has a row for an older self, if there is one."""
    network = network_of(seated.playing, seated.units)
    if plan.opponents:
        return [network, load(plan.players, plan.opponents)]
    older_self = network_of(older[0], seated.units) if len(older) else network
    return [network, older_self, load(plan.players, FIRST)]


def _play(pool: ThreadPoolExecutor, plan: Plan, number: int, seated: Seated) -> list[Future[Piece]]:
    settings = plan.schedule.at(number, plan.length)
    if plan.opponents:
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
                stacked(_networks(plan, seated, seated.selves[older : older + 1])),
                exploring=settings.exploring,
                wavering=settings.wavering,
                trace=settings.trace,
                shares=seats,
                alone=plan.opponents is not None,
                chance=chance,
            )
        )
    return pieces


def _start(plan: Plan, folder: Path, checkpoint: Path) -> tuple[State, int, list[Generation]]:
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
                    kept["playing"],
                    learner.units,
                    selves[: kept["selves_seated"]],
                    kept["gains_seated"],
                )
                state = State(learner, seated, selves, kept["gains"])
                return state, int(kept["number"]), curve
    if plan.against:
        learner = learner_from(load(plan.players, folder_of(plan.against)))
    elif parts := plan.parts(folder):
        learner = learner_from(joined([read(plan.players, part.folder) for part in parts]))
    else:
        learner = new_learner(np.random.default_rng([plan.seed, plan.players]))
    none, nothing = np.zeros((0, learner.mean.size), np.float32), np.zeros(KINDS - 1)
    seated = Seated(learner.mean.copy(), learner.units, none, nothing)
    return State(learner, seated, none, nothing), 0, []


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
