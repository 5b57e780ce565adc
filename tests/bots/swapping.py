"""Other play for a bot, for one test."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from games.bots.registry import LEVELS, TROUPE


def swap(monkeypatch: pytest.MonkeyPatch, bot: str, choose: Callable[..., Any]) -> None:
    of_its_kind = LEVELS if bot in LEVELS else TROUPE
    monkeypatch.setitem(of_its_kind, bot, replace(of_its_kind[bot], choose=choose))
