"""The example bot, by its parts; `test_live` has it play."""

import io
import runpy
import sys
import urllib.request
from collections.abc import Iterator
from email.message import Message
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

import pytest

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


@pytest.fixture
def bot(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Its functions, without a game."""
    monkeypatch.syspath_prepend(EXAMPLES)
    monkeypatch.setattr(sys, "argv", ["bot.py", "http://localhost", "token", "0"])
    return runpy.run_path(str(EXAMPLES / "bot.py"))


def refuse(monkeypatch: pytest.MonkeyPatch, body: str) -> None:
    def urlopen(asked: Any, timeout: float) -> None:
        raise HTTPError(asked.full_url, 409, "Conflict", Message(), io.BytesIO(body.encode()))

    monkeypatch.setattr(urllib.request, "urlopen", urlopen)


def test_a_refusal_without_the_game_is_told_in_words(
    bot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    refuse(monkeypatch, '{"code": "not_started", "error": "The game has not begun."}')
    with pytest.raises(RuntimeError, match=r"not_started: The game has not begun\."):
        bot["call"]("POST", "/games/x/moves/", {"seq": 0})
    refuse(monkeypatch, '{"code": "stale", "error": "…", "game": {"seq": 4}}')
    assert bot["call"]("POST", "/games/x/moves/", {"seq": 0}) == {"seq": 4}


@pytest.mark.parametrize(
    "awaited",
    [
        {"version": 7, "state": "running", "to_act": [1]},
        {"version": 7, "state": "running", "to_act": [0, 1]},
        {"version": 7, "state": "running", "to_act": None},
        {"version": 7, "state": "finished", "to_act": []},
        {"version": None, "state": None, "to_act": None},
    ],
)
def test_it_waits_until_something_concerns_it(bot: Any, awaited: dict[str, Any]) -> None:
    game = {"version": 5, "view": {"seat": 1}}
    passed_over = [
        {"version": 4, "state": "running", "to_act": [1]},
        {"version": 5, "state": "running", "to_act": [1]},
        {"version": 6, "state": "running", "to_act": [2]},
    ]
    left: Iterator[dict[str, Any]] = iter([*passed_over, awaited, {"version": 8}])
    bot["wait"](left, game)
    assert next(left) == {"version": 8}
