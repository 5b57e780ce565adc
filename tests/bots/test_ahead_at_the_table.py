"""Where a site wants it, experts look ahead; without the means they play on."""

import logging
import sys
import threading
from dataclasses import replace
from random import Random

import pytest
from django.core.checks import run_checks
from pytest_django import Settings

from games.bots import experts
from games.bots.registry import AHEAD, choose_move
from games.play import thinking
from games.rules.moves import Move
from games.rules.views import View
from games.upkeep import checks
from tests.bots.test_bots import positions

pytest.importorskip("numba", reason="install the development requirements: numba is missing")

Asked = list[str]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    """The bots asked, in a process that is not ready."""
    names: Asked = []

    def note(name: str, view: View, seed: int) -> Move:
        names.append(name)
        return choose_move(name, view, seed)

    monkeypatch.setattr(thinking, "choose_move", note)
    monkeypatch.setattr(thinking, "_looks_ahead", threading.Event())
    thinking.get_ready.cache_clear()
    return names


def some_turn() -> View:
    return next(view for _, view in positions(3, seed=6, step=8) if view.phase == "play")


def asked_at_the_table(asked: Asked) -> Asked:
    """For an expert's move."""
    asked.clear()
    view = some_turn()
    assert thinking.think("expert", view, 1, game_id=1) in view.legal_moves()
    return asked


@pytest.mark.slow
def test_experts_look_ahead_where_the_site_wants_it(asked: Asked, settings: Settings) -> None:
    settings.EXPERT_LOOKS_AHEAD = True
    assert asked_at_the_table(asked) == ["expert"], "not before it is compiled: that takes long"
    thinking.get_ready()
    assert asked_at_the_table(asked) == [AHEAD]
    view = some_turn()
    assert thinking.think("expert", view, 1, game_id=1) == choose_move(AHEAD, view, 1)
    assert thinking.think("easy", view, 1, game_id=1) == choose_move("easy", view, 1)


def test_experts_do_not_look_ahead_unasked(asked: Asked) -> None:
    thinking.get_ready()
    assert asked_at_the_table(asked) == ["expert"]


@pytest.mark.slow
def test_where_looking_ahead_fails_the_net_plays(
    asked: Asked,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    settings.EXPERT_LOOKS_AHEAD = True
    thinking.get_ready()

    def fail(view: View, chance: Random) -> Move:
        raise MemoryError

    monkeypatch.setattr(experts, "LOOKS_AHEAD", replace(experts.LOOKS_AHEAD, choose=fail))
    assert asked_at_the_table(asked) == [AHEAD, "expert"]
    assert f"Bot {AHEAD} failed in game 1" in caplog.text


def test_without_numba_experts_play_by_the_net_alone(
    asked: Asked,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    settings.EXPERT_LOOKS_AHEAD = True
    monkeypatch.setitem(sys.modules, "games.bots.fast.ahead", None)
    with caplog.at_level(logging.ERROR):
        thinking.get_ready()
    assert "Experts can't look ahead here" in caplog.text
    assert asked_at_the_table(asked) == ["expert"]


@pytest.mark.parametrize(("wanted", "there"), [(True, True), (True, False), (False, False)])
def test_a_site_that_wants_it_and_lacks_numba_is_told_when_it_starts(
    wanted: bool, there: bool, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.EXPERT_LOOKS_AHEAD = wanted
    monkeypatch.setattr(checks, "find_spec", lambda name: name if there else None)
    found = [message for message in run_checks() if message.id == "games.W001"]
    assert len(found) == int(wanted and not there)
    assert all("make search" in (message.hint or "") for message in found)
