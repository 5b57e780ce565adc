"""A site with people on it, at a noon that stays."""

from collections.abc import Iterator

import pytest
import time_machine

from tests.secrecy.stage import NOON, Company


@pytest.fixture
def company(db: None) -> Iterator[Company]:
    """All just signed in."""
    with time_machine.travel(NOON, tick=False):
        yield Company()
