"""Phrases kept once they are made, in each language.

Looking a sentence up in Django's catalogues costs as much as finding a row, and tables say the same
few hundred again and again.
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
    """Keep what a pure function of hashable arguments says in the active language.

    The result is shared: it must not be changed.
    """

    @lru_cache(MOST)
    def kept(_language: str | None, *args: P.args, **kwargs: P.kwargs) -> T:
        return say(*args, **kwargs)

    @wraps(say)
    def said(*args: P.args, **kwargs: P.kwargs) -> T:
        return kept(get_language(), *args, **kwargs)  # type: ignore[arg-type]

    return said
