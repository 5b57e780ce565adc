"""The parameters of expert come from training that anyone can run again."""

import json
from collections.abc import Iterator
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from django.core.management import CommandError, call_command

pytest.importorskip("numba", reason="install the development requirements: numba is missing")

from games.bots.fast import training
from games.bots.fast.calibration import calibrated, calibration
from games.bots.fast.joining import joined
from games.bots.fast.league import LEAST, MOST, shares
from games.bots.fast.learning import (
    BATCH,
    UNITS,
    Learner,
    learn,
    network_of,
    new_learner,
)
from games.bots.fast.measuring import margin
from games.bots.fast.opponents import (
    HOARDER,
    LEARNER,
    OTHER_NETS,
    RUSHER,
    STEADY,
    stacked,
)
from games.bots.fast.plan import Plan
from games.bots.fast.selfplay import play_rounds
from games.bots.fast.training import train, was_made_by
from games.bots.value.features import FEATURES, SIZE
from games.bots.value.network import (
    FIRST,
    Network,
    folder_of,
    load,
    parameter_file,
    read,
    values,
)
from games.management.experts import ANSWER

pytestmark = pytest.mark.slow
"""Whatever runs first has to be compiled."""

PLAN = Plan(players=3, generations=12, decisions=1200, seed=5)


@pytest.fixture(autouse=True)
def few_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "MEASURED", 4)
    monkeypatch.setattr(training, "DEALS", 4)


def untrained(seed: int) -> Network:
    return network_of(new_learner(np.random.default_rng(seed)).parameters, UNITS)


def made(folder: Path) -> bytes:
    return parameter_file(PLAN.players, folder).read_bytes()


def test_training_gives_the_same_bytes_whatever_the_threads(tmp_path: Path) -> None:
    curves = [list(train(PLAN, tmp_path / name, int(name))) for name in ("1", "2")]
    assert curves[0] == curves[1]
    assert [line.generation for line in curves[0]] == [4, 8, 12]
    assert made(tmp_path / "1") == made(tmp_path / "2")


def test_a_training_broken_off_goes_on_as_if_nothing_had_been(tmp_path: Path) -> None:
    whole = list(train(PLAN, tmp_path / "whole", 2))
    begun = train(PLAN, tmp_path / "broken", 2)
    assert next(begun) == whole[0]
    begun.close()
    assert list(train(PLAN, tmp_path / "broken", 2)) == whole
    assert made(tmp_path / "whole") == made(tmp_path / "broken")


def test_the_checkpoint_of_another_plan_is_not_gone_on_with(tmp_path: Path) -> None:
    other = Plan(players=3, generations=12, decisions=1200, seed=6)
    begun = train(other, tmp_path, 1)
    next(begun)
    begun.close()
    list(train(PLAN, tmp_path, 1))
    list(train(PLAN, tmp_path / "alone", 1))
    assert made(tmp_path) == made(tmp_path / "alone")


def test_a_checkpoint_of_other_sources_is_not_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if steady was trained again: its partner plays another game."""
    begun = train(PLAN, tmp_path, 1)
    next(begun)
    begun.close()
    with np.load(tmp_path / "checkpoint-3.npz") as kept:
        assert was_made_by(PLAN, kept)
        monkeypatch.setattr(training, "digest_of_sources", lambda *files: "others")
        assert not was_made_by(PLAN, kept)
    assert next(train(PLAN, tmp_path, 1)).generation == training.MEASURED
    with np.load(tmp_path / "checkpoint-3.npz") as kept:
        assert was_made_by(PLAN, kept)


def test_the_net_learns_what_there_is_to_learn() -> None:
    chance = np.random.default_rng(1)
    rows = chance.standard_normal((4000, SIZE)).astype(np.float32)
    targets = (2 * rows[:, 0] - np.maximum(rows[:, 1], 0)).astype(np.float32)
    learner = new_learner(chance)
    first = learn(learner, rows, targets, 3e-3, chance)
    for _ in range(30):
        last = learn(learner, rows, targets, 3e-3, chance)
    assert last < 0.1 * first
    answers = values(network_of(learner.mean, UNITS), rows)
    assert float(((answers - targets) ** 2).mean()) < 0.2 * first


def test_a_step_goes_down_the_slope_of_the_error() -> None:
    """Compare the slope with differences of the error, by parameter."""
    from games.bots.fast.learning import _add_slope

    chance = np.random.default_rng(2)
    learner: Learner = new_learner(chance)
    network = network_of(learner.parameters, UNITS)
    slope = np.zeros_like(learner.parameters)
    hidden = [np.zeros(layer.shape[0], np.float32) for layer in (network[1], network[3])]
    row = chance.standard_normal(SIZE).astype(np.float32)
    _add_slope(network, network_of(slope, UNITS), row, np.float32(1), *hidden)

    def half_square() -> float:
        return 0.5 * float(values(network, row[None])[0] - 1) ** 2

    for index in chance.choice(len(slope), 60, replace=False):
        learner.parameters[index] += 0.01
        above = half_square()
        learner.parameters[index] -= 0.02
        below = half_square()
        learner.parameters[index] += 0.01
        assert (above - below) / 0.02 == pytest.approx(float(slope[index]), abs=0.1, rel=0.1)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_what_is_learnt_is_what_the_round_came_to(players: int) -> None:
    """With the whole trace and the best moves alone, that is no guess.

    Before the first turn, all seats' margins add up to nothing.
    """
    rows, targets = play_rounds(
        players,
        3 * BATCH,
        stacked([untrained(3)]),
        exploring=0.0,
        wavering=0.0,
        trace=1.0,
        shares=np.ones(1),
        alone=False,
        chance=np.random.default_rng(4),
    )
    assert len(rows) == len(targets) >= 3 * BATCH
    assert np.isfinite(rows).all()
    assert np.abs(rows).max() < 10
    begun = rows[:, FEATURES.index("before the first turn")] == 1
    sums = targets[begun].reshape(-1, players).sum(axis=1)
    assert sums == pytest.approx(0, abs=1e-3)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_only_learners_decisions_are_learnt(players: int) -> None:
    """Alone among partners a seat decides once in so many turns."""

    def decisions(shares: list[float], *, alone: bool) -> tuple[int, int]:
        rows, _ = play_rounds(
            players,
            600,
            stacked([load(players)]),
            exploring=0.0,
            wavering=0.0,
            trace=1.0,
            shares=np.array(shares),
            alone=alone,
            chance=np.random.default_rng(5),
        )
        begun = rows[:, FEATURES.index("before the first turn")] == 1
        return len(rows), int(begun.sum())

    _, begun = decisions([1.0, 0.0], alone=False)
    assert begun % players == 0
    _, alone = decisions([0.0, 1.0], alone=True)
    assert alone > begun * 0.7


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_what_ships_beats_players_like_steady(players: int) -> None:
    networks = [load(players)]
    for style in (STEADY, RUSHER, HOARDER):
        found = margin(players, LEARNER, style, networks, deals=200, seed=1, threads=2)
        assert found.points > found.within, style


def test_the_same_net_gains_nothing_among_its_kind() -> None:
    networks = [load(4), load(4)]
    found = margin(4, LEARNER, OTHER_NETS, networks, deals=50, seed=1)
    assert found.points == pytest.approx(0, abs=1e-9)
    assert margin(4, LEARNER, STEADY, networks, deals=50, seed=1, threads=3) == margin(
        4, LEARNER, STEADY, networks, deals=50, seed=1
    )


def test_those_who_gain_play_more_often_within_bounds() -> None:
    found = shares([-9.0, -0.2, 0.0, 0.2, 9.0])
    assert found[0] == 1
    assert found.tolist()[1:] == sorted(found.tolist()[1:])
    assert (found[1], found[-1]) == (LEAST, MOST)


def test_an_answer_begins_as_the_one_it_is_to_answer(tmp_path: Path) -> None:
    """And learns only from its own seat, against those parameters."""
    plan = replace(PLAN, against="expert", generations=4)
    lines = list(train(plan, tmp_path, 2))
    assert [line.gains for line in lines] == [()]
    kept = load(PLAN.players, tmp_path)
    shipped = load(PLAN.players)
    apart = np.abs(kept.weights1 - shipped.weights1).max()
    assert 0 < apart < 0.1


def test_the_value_of_a_joined_net_is_the_mean_of_theirs() -> None:
    nets = [untrained(seed) for seed in (1, 2, 3)]
    nets[1] = nets[1]._replace(bias3=np.array([5], np.float32))
    rows = np.random.default_rng(4).standard_normal((50, SIZE)).astype(np.float32)
    mean = np.mean([values(net, rows) for net in nets], axis=0)
    assert values(joined(nets), rows) == pytest.approx(mean, abs=1e-4)
    assert values(joined([joined(nets[:2]), nets[2]]), rows) == pytest.approx(
        (values(joined(nets[:2]), rows) + values(nets[2], rows)) / 2, abs=1e-4
    )


def test_nets_of_different_sizes_sit_at_one_table() -> None:
    """A net joined with itself plays as it does alone."""
    net = load(3)
    found = margin(3, LEARNER, OTHER_NETS, [joined([net, net]), net], deals=50, seed=1)
    assert found.points == pytest.approx(0, abs=1e-9)
    assert margin(3, OTHER_NETS, LEARNER, [joined([net, net]), net], deals=50, seed=1) == found


def test_after_training_a_net_expects_on_the_whole_what_comes() -> None:
    network = untrained(3)._replace(bias3=np.array([50], np.float32))
    before = calibration(3, network, 4000, seed=2)
    after = calibration(3, calibrated(3, network, 4000, seed=2), 4000, seed=2)
    assert abs(sum(before.off)) > 100
    assert sum(after.off) / len(after.off) == pytest.approx(0, abs=0.5)
    assert after.positions >= 4000


def test_the_command_writes_parameters_and_curve(tmp_path: Path) -> None:
    words = ["--generations=4", "--decisions=600", f"--into={tmp_path}", f"--work={tmp_path}/work"]
    for players in (3, 2):
        call_command("train_expert", f"--players={players}", *words, stderr=StringIO())
    lines = [
        json.loads(line) for line in (tmp_path / "learning_curve.jsonl").read_text().splitlines()
    ]
    assert [line["players"] for line in lines] == [2, 3]
    with np.load(parameter_file(2, tmp_path)) as file:
        assert str(file["made_by"]) == (
            "manage.py train_expert --players 2 --generations 4 --decisions 600 --seed 0"
        )


def test_a_joined_net_goes_on_from_the_mean_of_nets_trained_apart(tmp_path: Path) -> None:
    into, work = tmp_path / "into", tmp_path / "work"
    folders = (f"--into={into}", f"--work={work}")
    words = ("--players=3", "--generations=4", "--decisions=600", "--seed=7")

    def run(*more: str) -> str:
        heard = StringIO()
        call_command("train_expert", *words, *folders, *more, stderr=heard)
        return heard.getvalue()

    told = run("--nets=2")
    assert told.count("generation 4 of 4") == 3
    assert "3 players, net 2 of 2, generation 4" in told
    whole = made(into)
    assert [*work.iterdir()] == []
    net = load(3, into)
    assert (net.biases1.size, net.biases2.size) == (2 * UNITS[0], 2 * UNITS[1])
    with np.load(parameter_file(3, into)) as file:
        assert str(file["made_by"]).endswith(" --seed 7 --nets 2")
    # It begins with what --seed=7 alone makes; the rate is too low to go far.
    run()
    alone = read(3, into)
    assert np.abs(net.weights1[:, : UNITS[0]] - alone.weights1).max() < 0.05
    # Nets that are done are not trained again.
    for number in (0, 1):
        call_command(
            "train_expert",
            *words[:-1],
            f"--seed={7 + number}",
            f"--into={work}/net-3-{number}",
            f"--work={tmp_path}/other",
            stderr=StringIO(),
        )
        curve = work / f"net-3-{number}" / "learning_curve.jsonl"
        curve.rename(curve.with_name("curve-3.jsonl"))
    again = run("--nets=2")
    assert again.count("already done") == 2
    assert made(into) == whole


def test_a_net_is_sharpened_among_the_experts_before_it(tmp_path: Path) -> None:
    """It goes on from what it was after the league."""
    plan = replace(PLAN, sharpened=8, generations=4)
    (league,) = plan.parts(tmp_path)
    assert league.plan == replace(PLAN, generations=4)
    list(train(league.plan, league.folder, 2))
    before = read(PLAN.players, league.folder)
    lines = list(train(plan, tmp_path, 2))
    assert [(line.generation, line.gains) for line in lines] == [(4, ()), (8, ())]
    after = read(PLAN.players, tmp_path)
    assert 0 < np.abs(after.weights1 - before.weights1).max() < 0.1
    assert plan.opponents == FIRST


def test_the_command_trains_what_is_sharpened_first(tmp_path: Path) -> None:
    into, work, heard = tmp_path / "into", tmp_path / "work", StringIO()
    words = ("--players=3", "--generations=2", "--decisions=600", "--nets=2", "--sharpen=4")
    folders = (f"--into={into}", f"--work={work}")
    call_command("train_expert", *words, *folders, stderr=heard)
    told = [line.partition(": ")[0] for line in heard.getvalue().splitlines()]
    assert told == [
        "3 players, in the league, net 1 of 2, generation 2 of 2",
        "3 players, in the league, net 2 of 2, generation 2 of 2",
        "3 players, in the league, generation 2 of 2",
        "3 players, generation 4 of 4",
    ]
    with np.load(parameter_file(3, into)) as file:
        assert str(file["made_by"]).endswith(" --nets 2 --sharpen 4")
    assert [*work.iterdir()] == []


def test_broken_off_at_one_count_the_command_goes_on_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trained: list[int] = []
    broken_at = 3

    def note(plan: Plan, folder: Path, threads: int) -> Iterator[training.Generation]:
        trained.append(plan.players)
        if plan.players == broken_at:
            raise KeyboardInterrupt
        yield from train(plan, folder, threads)

    monkeypatch.setattr(training, "train", note)
    into, work = tmp_path / "into", tmp_path / "work"

    def run(*words: str) -> None:
        folders = (f"--into={into}", f"--work={work}", "--generations=4", "--decisions=600")
        players = ("--players=2", "--players=3")
        call_command("train_expert", *players, *folders, *words, stderr=StringIO())

    with pytest.raises(KeyboardInterrupt):
        run()
    assert not into.exists(), "the parameters change all together"
    broken_at = 0
    run()
    assert trained == [2, 3, 3]
    assert sorted(file.name for file in into.iterdir()) == [
        "2.npz",
        "3.npz",
        "learning_curve.jsonl",
    ]
    assert [*work.iterdir()] == []
    lines = (into / "learning_curve.jsonl").read_text().splitlines()
    assert [json.loads(line)["players"] for line in lines] == [2, 3]
    broken_at = 3
    trained.clear()
    with pytest.raises(KeyboardInterrupt):
        run("--seed=1")
    broken_at = 0
    run("--seed=2")
    assert trained == [2, 3, 2, 3], "what another plan made does not count"


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_command_alone_makes_what_ships(
    players: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plans: list[Plan] = []

    def note(plan: Plan, folder: Path, threads: int) -> list[Any]:
        plans.append(plan)
        raise KeyboardInterrupt

    def noted(*words: str) -> str:
        with pytest.raises(KeyboardInterrupt):
            call_command("train_expert", f"--players={players}", f"--work={tmp_path}", *words)
        return plans[-1].command

    monkeypatch.setattr(training, "train", note)
    monkeypatch.setattr(Plan, "parts", lambda plan, folder: [])
    with np.load(parameter_file(players)) as file:
        assert str(file["made_by"]) == noted()
    with np.load(parameter_file(players, folder_of(ANSWER))) as file:
        assert str(file["made_by"]) == noted("--against=expert", f"--into={tmp_path}")


@pytest.mark.parametrize("stage", ["--nets=2", "--sharpen=2"])
def test_an_answer_begins_as_the_expert_and_skips_its_stages(stage: str, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="leave out --nets and --sharpen"):
        call_command("train_expert", "--against=expert", stage, f"--into={tmp_path}")


def test_an_answer_to_the_expert_does_not_take_its_place() -> None:
    with pytest.raises(CommandError, match="name --into"):
        call_command("train_expert", "--against=expert")


def test_without_numba_the_command_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.management.commands.train_expert.find_spec", lambda name: None)
    with pytest.raises(CommandError, match="needs Numba"):
        call_command("train_expert")
