"""Other play for a level, for one test."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from games.bots.registry import LEVELS


def swap(monkeypatch: pytest.MonkeyPatch, level: str, choose: Callable[..., Any]) -> None:
    monkeypatch.setitem(LEVELS, level, replace(LEVELS[level], choose=choose))
