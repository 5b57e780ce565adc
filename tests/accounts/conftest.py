"""Each test of accounts begins, and ends, with no attempt counted."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def _no_limits_from_before() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()
