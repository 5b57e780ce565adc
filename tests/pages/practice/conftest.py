"""The positions that come with the site."""

import pytest

from games.practice.starters import load_starters


@pytest.fixture
def loaded(db: None) -> None:
    """There, though a test before emptied the tables."""
    load_starters()
