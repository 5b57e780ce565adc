"""The language made for tests, and what browser tests of it need."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_django import Settings

from tests.languages import pseudo
from tests.pages.conftest import deal
from tests.telling.conftest import bruno, mailbox, maya

__all__ = ["bruno", "deal", "mailbox", "maya"]


@pytest.fixture
def pseudo_language(settings: Settings, tmp_path: Path) -> Iterator[str]:
    """A language read from right to left is offered; its code."""
    with pseudo.spoken(settings, tmp_path) as code:
        yield code
