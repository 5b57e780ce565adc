"""How good a hand is to play from."""

from collections.abc import Sequence
from functools import lru_cache

from ..rules.sets import stronger_sets


@lru_cache(maxsize=1 << 16)
def fewest_shows(tops: bytes) -> int:
    """Return the fewest sets into which ``tops`` divides."""
    size = len(tops)
    fewest = [size - start for start in range(size + 1)]
    stops: list[list[int]] = [[] for _ in range(size)]
    for start, stop in stronger_sets(tops):
        stops[start].append(stop)
    for start in range(size - 1, -1, -1):
        fewest[start] = 1 + min(fewest[stop] for stop in stops[start])
    return fewest[0]


def best_partition(tops: bytes, worth: Sequence[float]) -> float:
    """Return the most ``tops`` is worth in sets; ``worth`` is by strength."""
    size = len(tops)
    best = [0.0] * (size + 1)
    for start in range(size - 1, -1, -1):
        first = tops[start]
        most = worth[1 << 5 | first] + best[start + 1]
        following = start + 1
        if following < size:
            step = tops[following] - first
            if -1 <= step <= 1:
                kind = (step == 0) << 4
                last = first
                while following < size and tops[following] - last == step:
                    last = tops[following]
                    following += 1
                    lowest = first if step >= 0 else last
                    value = worth[(following - start) << 5 | kind | lowest] + best[following]
                    if value > most:
                        most = value
        best[start] = most
    return best[0]
