"""When a turn is over, decided only here."""

from datetime import datetime, timedelta

LAST_CALL_SHARE = 5
"""The last call goes out when one part in this many is left."""
NUDGE_SHARE = 2
"""Others may nudge once one part in this many has passed."""
NUDGE_WITHOUT_CLOCK = timedelta(hours=12)
PAUSED_FOR = timedelta(days=30)


def turn_over_at(*, began_at: datetime, turn_seconds: int | None) -> datetime | None:
    """Return when the clock decides; None without a clock."""
    return None if turn_seconds is None else began_at + timedelta(seconds=turn_seconds)


def last_call_at(*, began_at: datetime, turn_seconds: int | None) -> datetime | None:
    """Return when the last call is due; None without a clock."""
    over = turn_over_at(began_at=began_at, turn_seconds=turn_seconds)
    if over is None or turn_seconds is None:
        return None
    return over - timedelta(seconds=turn_seconds) / LAST_CALL_SHARE


def nudge_from(*, began_at: datetime, turn_seconds: int | None) -> datetime:
    """Return when others may nudge."""
    if turn_seconds is None:
        return began_at + NUDGE_WITHOUT_CLOCK
    return began_at + timedelta(seconds=turn_seconds) / NUDGE_SHARE
