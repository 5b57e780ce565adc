"""Places by points: pure functions."""

from collections.abc import Collection, Sequence


def places_of(totals: Sequence[int], last: Collection[int]) -> list[int]:
    """Return each seat's place, from 1; seats in ``last`` share the last one."""
    standing = [(0, 0) if seat in last else (1, points) for seat, points in enumerate(totals)]
    return [1 + sum(other > own for other in standing) for own in standing]
