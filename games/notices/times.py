"""When notices are due, by preferences."""

from collections.abc import Sequence
from datetime import UTC, datetime, time, timedelta
from typing import NamedTuple, Protocol
from zoneinfo import ZoneInfo

from games.log.deadlines import last_call_at
from games.models import Stage
from games.rest.reckoning import Rest

DAY = timedelta(hours=24)
AT_ONCE = timedelta(seconds=30)
"""Time to look oneself, before being told at once."""
WITH_A_PAGE_OPEN = timedelta(minutes=5)
"""At once waits so long for somebody who has a page open."""
AFTER_A_LOOK = timedelta(hours=3)
"""A look at the table puts off telling of the turn by this long."""
WITHOUT_CLOCK = (timedelta(days=1), timedelta(days=3), timedelta(days=7))
"""When a turn that has no clock is told again, from its beginning."""
AT_LEAST = 2
"""How often a turn without a clock is told, however late its player could first be told."""

_BEGINNINGS = (Stage.TURN, Stage.STARTED)
_NOT_NEAR_DEADLINES = (Stage.NUDGE, *_BEGINNINGS)
"""What those don't hear who want to be told only near deadlines."""


class Preferences(Protocol):
    """A user's choices of when to be told."""

    @property
    def tell_turns(self) -> str: ...
    @property
    def unseen_minutes(self) -> int: ...
    @property
    def digest_hour(self) -> int: ...
    @property
    def zone(self) -> ZoneInfo: ...
    @property
    def rest(self) -> Rest: ...


class TurnTime(NamedTuple):
    """The time of a turn."""

    began_at: datetime
    turn_seconds: int | None
    """None: no clock."""
    deadline: datetime | None
    rest_counts: bool
    """Whether the clock stands still while its player rests."""

    @property
    def runs_on(self) -> bool:
        """Whether the clock runs on while its player rests."""
        return self.deadline is not None and not self.rest_counts


def due_at(
    stage: str, *, began_at: datetime, time: TurnTime | None = None, preferences: Preferences
) -> datetime | None:
    """Return when to tell of a turn, or of what happened then; None for never.

    News are due at once, or with the digest. Those who want to be told only near deadlines hear
    of what others ask or do, but not of turns. ``time`` is the turn's, if it is about one.
    """
    unseen = AT_ONCE
    if preferences.tell_turns != "once":
        unseen = timedelta(minutes=preferences.unseen_minutes)
    match stage, preferences.tell_turns:
        case _, "none":
            return None
        case Stage.SOON, _:
            # With the digest it could come too late.
            return began_at
        case Stage.LAST_CALL, _:
            return _last_call_at(time, preferences.rest) if time else None
        case _, "daily":
            return next_digest(began_at, zone=preferences.zone, hour=preferences.digest_hour)
        case Stage.END, _:
            return began_at + unseen
        case _, "deadline" if stage in _NOT_NEAR_DEADLINES:
            return None
        case _ if stage in _BEGINNINGS:
            return began_at + unseen
    return began_at


def _last_call_at(time: TurnTime, rest: Rest) -> datetime | None:
    if time.deadline is None or time.turn_seconds is None:
        return None
    return last_call_at(
        deadline=time.deadline,
        turn_seconds=time.turn_seconds,
        began_at=time.began_at,
        rest=rest,
        counts=time.rest_counts,
    )


def told_again_at(
    *,
    began_at: datetime,
    turn_seconds: int | None,
    seen: bool,
    told: int,
    now: datetime,
    preferences: Preferences,
) -> datetime | None:
    """Return when to tell of a turn again that was told ``now``; None for never.

    ``told`` is how often it has been, now included. One a day comes every day. Without a clock, a
    turn is told again after 1, 3 and 7 days; one first told later, after a holiday say, once more
    the day after. With a clock, it is told every day once its player has looked and not played;
    the last call is apart.
    """
    if preferences.tell_turns == "daily":
        return digest_after(now, zone=preferences.zone, hour=preferences.digest_hour)
    if turn_seconds is None:
        once_more = now + DAY if told < AT_LEAST else None
        later = (began_at + span for span in WITHOUT_CLOCK)
        return next((moment for moment in later if moment > now), once_more)
    return now + DAY if seen else None


def rests_until(
    now: datetime, *, time: TurnTime | None, preferences: Preferences
) -> datetime | None:
    """Return until when nothing is told, for its recipient rests; None if they don't.

    ``time`` is that of the turn it is about, if it is. Quiet hours are quiet. On holiday people
    hear only of turns whose clock runs on.
    """
    rest = preferences.rest
    return rest.quiet_until(now) if time and time.runs_on else rest.resting_until(now)


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


def cap_ends_at(sent: Sequence[datetime], most: int | None) -> datetime | None:
    """Return when the next may follow of which ``most`` are wanted in 24 hours; None for now."""
    if most is None or len(sent) < most:
        return None
    return sorted(sent)[-most] + DAY
