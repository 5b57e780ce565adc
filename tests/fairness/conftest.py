"""A site that draws parts for those who send none, as it does outside of tests."""

import secrets

import pytest

from games.fairness import parts


@pytest.fixture
def drawn_by_the_site(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "secrets", secrets)
