"""The lister beside the example bot knows the rules: it lists what the site would."""

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from games.rules.moves import move_to_json
from games.rules.views import view_for
from tests.rules.games import Chance, games

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


def example(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


legal = example("legal")


def in_order(moves: list[dict[str, Any]]) -> list[str]:
    return sorted(map(repr, (sorted(move.items()) for move in moves)))


@games()
def test_it_lists_every_legal_move_and_no_other(chance: Chance) -> None:
    for state in chance.some_states(12):
        for seat in [None, *range(state.players)]:
            view = view_for(state, seat)
            listed = legal.legal_moves(view.to_json(legal=False))
            assert in_order(listed) == in_order([move_to_json(move) for move in view.legal_moves()])


@pytest.mark.parametrize("name", ["bot", "legal", "planner"])
def test_examples_need_nothing_but_python_and_each_other(name: str) -> None:
    allowed = {"json", "sys", "threading", "time", "urllib", "uuid", "legal"}
    source = (EXAMPLES / f"{name}.py").read_text()
    imported = {
        line.split()[1].split(".")[0]
        for line in source.splitlines()
        if line.startswith(("import ", "from "))
    }
    assert imported <= allowed
