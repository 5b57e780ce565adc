"""Phrases kept per language.

A look-up costs Django as much as finding a row, and tables repeat the same few hundred.
"""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar

from django.utils.translation import get_language

P = ParamSpec("P")
T = TypeVar("T")

MOST = 4096
"""Phrases kept of one kind, in all languages together; one takes some 300 bytes."""


def kept_per_language(say: Callable[P, T]) -> Callable[P, T]:
    """Keep a pure function's results per active language and hashable arguments.

    They are shared and must not be changed.
    """

    @lru_cache(MOST)
    def kept(_language: str | None, *args: P.args, **kwargs: P.kwargs) -> T:
        return say(*args, **kwargs)

    @wraps(say)
    def said(*args: P.args, **kwargs: P.kwargs) -> T:
        return kept(get_language(), *args, **kwargs)  # type: ignore[arg-type]

    return said
