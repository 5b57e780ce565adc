"""When is this turn over? The one place that says so."""

from datetime import datetime, timedelta

LAST_CALL_SHARE = 5
"""The last call goes out when one part in so many of the time is left."""
NUDGE_SHARE = 2
"""Others may nudge once one part in so many of the time has passed."""
NUDGE_WITHOUT_CLOCK = timedelta(hours=12)
"""So long must somebody have waited to nudge in a game without a clock."""
PAUSED_FOR = timedelta(days=30)
"""So long a game may stand paused before it is voided."""


def turn_over_at(*, began_at: datetime, turn_seconds: int | None) -> datetime | None:
    """When the decision that is waited for since ``began_at`` is taken by the clock.

    None for a game without a clock. Times are aware; in what zone makes no difference.
    """
    return None if turn_seconds is None else began_at + timedelta(seconds=turn_seconds)


def last_call_at(*, began_at: datetime, turn_seconds: int | None) -> datetime | None:
    """When a fifth of the time is left; None for a game without a clock."""
    over = turn_over_at(began_at=began_at, turn_seconds=turn_seconds)
    if over is None or turn_seconds is None:
        return None
    return over - timedelta(seconds=turn_seconds) / LAST_CALL_SHARE


def nudge_from(*, began_at: datetime, turn_seconds: int | None) -> datetime:
    """From when on the others may nudge: after half of the time."""
    if turn_seconds is None:
        return began_at + NUDGE_WITHOUT_CLOCK
    return began_at + timedelta(seconds=turn_seconds) / NUDGE_SHARE
