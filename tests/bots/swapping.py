"""Levels that play otherwise, for one test."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from games.bots.registry import LEVELS


def swap(monkeypatch: pytest.MonkeyPatch, level: str, choose: Callable[..., Any]) -> None:
    """Let bots of `level` play by `choose` until the test is over."""
    monkeypatch.setitem(LEVELS, level, replace(LEVELS[level], choose=choose))
