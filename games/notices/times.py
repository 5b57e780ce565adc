"""When mails about games are due, by a reader's preferences: the one place that says so."""

from datetime import UTC, datetime, time, timedelta
from typing import Protocol
from zoneinfo import ZoneInfo

from games.log.deadlines import last_call_at
from games.models import Stage

MAILS_A_DAY = 4
"""So many mails about turns go to one reader within any 24 hours; the others wait."""
DAY = timedelta(hours=24)


class Preferences(Protocol):
    """What a user chose about mails."""

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
    """When a reader with ``preferences`` is to be told of a turn that waits since ``began_at``.

    None: not at all. A nudge is due at once, or with the digest.
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
        case Stage.NUDGE, "each":
            return began_at
    return None


def next_digest(after: datetime, *, zone: ZoneInfo, hour: int) -> datetime:
    """The first moment from ``after`` on at which it is ``hour`` o'clock in ``zone``, in UTC.

    There is one on each day of the zone: an hour that a clock change leaves out counts as the one
    after it, and of one that comes twice the first.
    """
    day = after.astimezone(zone).date()
    while True:
        moment = datetime.combine(day, time(hour), tzinfo=zone).astimezone(UTC)
        if moment >= after:
            return moment
        day += timedelta(days=1)


def digest_after(last: datetime, *, zone: ZoneInfo, hour: int) -> datetime:
    """The digest on a later day of ``zone`` than the one of ``last``."""
    tomorrow = last.astimezone(zone).date() + timedelta(days=1)
    start = datetime.combine(tomorrow, time(0), tzinfo=zone).astimezone(UTC)
    return next_digest(start, zone=zone, hour=hour)


def cap_ends_at(sent: list[datetime]) -> datetime | None:
    """When another mail about turns may go out after those ``sent`` within the last 24 hours.

    None: now.
    """
    return sorted(sent)[-MAILS_A_DAY] + DAY if len(sent) >= MAILS_A_DAY else None
