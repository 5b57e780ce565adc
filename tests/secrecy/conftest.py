"""A site with people on it, at a noon that stays."""

from collections.abc import Iterator

import pytest
import time_machine
from pytest_django import Settings

from tests.secrecy.stage import NOON, Company


@pytest.fixture
def company(db: None, settings: Settings) -> Iterator[Company]:
    """All just signed in; the machine's disks, which others write to, are not shown."""
    settings.DISKS = []
    with time_machine.travel(NOON, tick=False):
        yield Company()
