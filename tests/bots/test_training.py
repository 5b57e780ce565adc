"""The weights of steady come from training that anyone can run again."""

from io import StringIO
from pathlib import Path
from random import Random

import pytest
from django.core.management import call_command

from games.bots import steady_weights
from games.bots.steady_features import FEATURES, SIGNS
from games.bots.steady_weights import WEIGHTS
from games.bots.training import _least_squares, train, written
from games.management.commands import train_steady


def test_training_follows_from_its_seed() -> None:
    once, again = (list(train(2, 1, 24, seed=3, processes=1)) for _ in range(2))
    assert once == again
    assert list(train(2, 1, 24, seed=4, processes=1)) != once
    assert len(once[0].weights) == len(FEATURES)
    assert once[0].decisions > 200


def test_least_squares_finds_the_weights_that_made_the_outcomes() -> None:
    chance = Random(1)
    truth = [3.0, -2.0, 0.5]
    rows = [[1.0, chance.gauss(0, 1), chance.gauss(0, 1)] for _ in range(20_000)]
    points = [sum(map(float.__mul__, truth, row)) for row in rows]
    products = [[sum(row[i] * row[j] for row in rows) for j in range(3)] for i in range(3)]
    outcomes = [
        sum(row[i] * point for row, point in zip(rows, points, strict=True)) for i in range(3)
    ]
    assert _least_squares(products, outcomes) == pytest.approx(truth, abs=0.01)


def test_what_ships_is_written_by_the_command_and_complete() -> None:
    assert sorted(WEIGHTS) == [2, 3, 4, 5]
    assert all(len(values) == len(FEATURES) for values in WEIGHTS.values())
    namespace: dict[str, object] = {}
    exec(written(WEIGHTS, "a command"), namespace)  # noqa: S102
    assert namespace["WEIGHTS"] == WEIGHTS


def test_the_command_alone_makes_what_ships() -> None:
    assert f"``{train_steady.command()}``" in (steady_weights.__doc__ or "")


def test_the_module_is_written_by_a_training_of_all_players_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = tmp_path / "weights.py"
    monkeypatch.setattr(steady_weights, "__file__", str(module))
    words = ("--passes=1", "--rounds=24", "--processes=1")
    shown = StringIO()
    call_command("train_steady", "--players=2", *words, stdout=shown, stderr=StringIO())
    assert "    2: (" in shown.getvalue()
    assert "    3: (" not in shown.getvalue()
    assert not module.exists()
    monkeypatch.setattr(train_steady, "PLAYER_COUNTS", (2,))
    call_command("train_steady", *words, stderr=StringIO())
    assert "train_steady --passes 1 --rounds 24 --seed 0" in module.read_text()


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_no_weight_that_ships_speaks_against_all_sense(players: int) -> None:
    against = [
        name
        for name, sign, weight in zip(FEATURES, SIGNS, WEIGHTS[players], strict=True)
        if sign * weight < 0
    ]
    assert not against
