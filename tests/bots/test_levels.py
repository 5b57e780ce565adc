"""A level is one record: a measure for others, and a substitute for people."""

import json
from dataclasses import replace
from io import BytesIO, StringIO
from types import SimpleNamespace

import pytest
from django.core.management import call_command

from games.bots import random
from games.bots.levels import SUBSTITUTE, Bot, Goal
from games.bots.registry import LEVELS
from games.lobby.terms import Terms
from games.management.figures import matches
from games.models import Game
from games.rules import game as rules
from games.rules.deal import deal_round
from games.rules.views import view_for

BOLD = Bot(
    name="bold",
    choose=random.choose,
    goals={"easy": (Goal(1.0, 0.5),) * 4},
)


@pytest.fixture
def bold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LEVELS, "bold", BOLD)


def test_a_new_level_plays_for_other_programs(bold: None, monkeypatch: pytest.MonkeyPatch) -> None:
    state = rules.deal(rules.new_game(3), deal_round(bytes(32), "", 3, 0))
    line = json.dumps(view_for(state, 0).to_json()).encode()
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=BytesIO(line)))
    out = StringIO()
    call_command("bot", "bold", stdout=out)
    assert json.loads(out.getvalue())["type"] == "orient"


def test_a_new_level_is_measured_against_what_its_goals_name(bold: None) -> None:
    assert [key for key in matches() if key.startswith("bold:")] == [
        f"bold:easy:{players}" for players in (2, 3, 4, 5)
    ]


@pytest.mark.parametrize(
    "changes",
    [
        {"goals": {}},
        {"goals": {"easy": ()}},
        {"goals": {"easy": (Goal(1.0, None),) * 3}},
    ],
)
def test_no_level_has_a_goal_too_few(changes: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="bold needs"):
        replace(BOLD, **changes)  # type: ignore[arg-type]


def test_every_level_but_the_weakest_has_goals_against_another() -> None:
    assert [name for name, level in LEVELS.items() if level.goals is None] == ["random"]
    for level in LEVELS.values():
        assert {*(level.goals or ())} <= {*LEVELS} - {level.name}


def test_the_substitute_is_a_level_and_the_same_everywhere() -> None:
    assert SUBSTITUTE in LEVELS
    assert Terms().substitute == Game().substitute == SUBSTITUTE
