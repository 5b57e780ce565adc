"""When emails about games are due, by preferences."""

from datetime import UTC, datetime, time, timedelta
from typing import Protocol
from zoneinfo import ZoneInfo

from games.log.deadlines import last_call_at
from games.models import Stage

MAILS_A_DAY = 4
"""The limit on emails about turns and news within any 24 hours."""
DAY = timedelta(hours=24)


class Preferences(Protocol):
    """A user's choices about emails."""

    @property
    def turn_mail(self) -> str: ...
    @property
    def turn_mail_minutes(self) -> int: ...
    @property
    def digest_hour(self) -> int: ...
    @property
    def zone(self) -> ZoneInfo: ...


def due_at(
    stage: str, *, began_at: datetime, turn_seconds: int | None, preferences: Preferences
) -> datetime | None:
    """Return when to tell of a turn, or of what happened then; None for never.

    Nudges and offers are due at once, or with the digest. Offers also reach players who want
    emails only near deadlines, since silence counts against them.
    """
    match stage, preferences.turn_mail:
        case _, "none":
            return None
        case Stage.LAST_CALL, _:
            return last_call_at(began_at=began_at, turn_seconds=turn_seconds)
        case _, "daily":
            return next_digest(began_at, zone=preferences.zone, hour=preferences.digest_hour)
        case Stage.TURN, "each":
            return began_at + timedelta(minutes=preferences.turn_mail_minutes)
        case (Stage.NUDGE, "each") | (Stage.OFFER, _):
            return began_at
    return None


def next_digest(after: datetime, *, zone: ZoneInfo, hour: int) -> datetime:
    """Return the next ``hour`` o'clock in ``zone``, in UTC.

    Every local day has one: a skipped hour moves to the next, a repeated one counts once.
    """
    day = after.astimezone(zone).date()
    while True:
        moment = datetime.combine(day, time(hour), tzinfo=zone).astimezone(UTC)
        if moment >= after:
            return moment
        day += timedelta(days=1)


def digest_after(last: datetime, *, zone: ZoneInfo, hour: int) -> datetime:
    """Return the first digest on a later local day than ``last``."""
    tomorrow = last.astimezone(zone).date() + timedelta(days=1)
    start = datetime.combine(tomorrow, time(0), tzinfo=zone).astimezone(UTC)
    return next_digest(start, zone=zone, hour=hour)


def cap_ends_at(sent: list[datetime]) -> datetime | None:
    """Return when the next such email may follow; None for now."""
    return sorted(sent)[-MAILS_A_DAY] + DAY if len(sent) >= MAILS_A_DAY else None
