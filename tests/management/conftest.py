"""The command that fills the database, small and quick."""

from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command

from games.management.filling import workers

Fill = Callable[[int], str]


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The originals, played once for all tests here."""
    return tmp_path_factory.mktemp("var")


@pytest.fixture
def fill(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Fill:
    """In small batches."""
    monkeypatch.setattr(settings, "VAR_DIR", folder)
    monkeypatch.setattr(workers, "BATCH", 4)

    def run(games: int) -> str:
        out = StringIO()
        options: Any = {"games": games, "originals": 7, "processes": 1}
        call_command("fill", **options, stdout=out, stderr=StringIO())
        return out.getvalue()

    return run
