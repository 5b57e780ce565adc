"""When somebody is awake."""

from collections.abc import Container
from datetime import UTC, date, datetime, time, timedelta
from random import Random
from zoneinfo import ZoneInfo

JITTER = timedelta(minutes=30)
"""Standard deviation of getting up, and of going to bed, from day to day; assumed."""
MOST_JITTER = timedelta(minutes=75)
_DAY = timedelta(days=1)


class Hours:
    """Somebody's waking hours, other ones each day, and always the same for the same ``key``."""

    def __init__(
        self,
        zone: ZoneInfo,
        up: timedelta,
        to_bed: timedelta,
        key: str,
        away: Container[date] = (),
    ) -> None:
        """``up`` and ``to_bed`` count from the midnight with which a day begins.

        On days ``away`` they are as good as asleep.
        """
        self._zone, self._up, self._to_bed, self._key = zone, up, to_bed, key
        self._away = away
        self._days: dict[date, tuple[datetime, datetime]] = {}

    def is_awake(self, at: datetime) -> bool:
        """Return whether they are awake."""
        today = self.date_of(at)
        return any(begin <= at < end for begin, end in (self.of(today - _DAY), self.of(today)))

    def after(self, at: datetime, span: timedelta) -> datetime:
        """Return when they will have been awake for ``span`` since ``at``: a moment awake."""
        day = self.date_of(at) - _DAY
        while True:
            begin, end = self.of(day)
            begin = max(at, begin)
            if begin + span < end:
                return begin + span
            span -= max(end - begin, timedelta())
            day += _DAY

    def awake_within(self, begin: datetime, end: datetime) -> timedelta:
        """Return how long they are awake between two moments."""
        day, awake = self.date_of(begin) - _DAY, timedelta()
        while day <= self.date_of(end):
            up, to_bed = self.of(day)
            awake += max(min(end, to_bed) - max(begin, up), timedelta())
            day += _DAY
        return awake

    def of(self, day: date) -> tuple[datetime, datetime]:
        """Return when they get up on a day of their zone, and go to bed: at once if away."""
        if day not in self._days:
            chance = Random(f"{self._key} {day}")  # noqa: S311 (a simulation)
            up = self.at(day, self._up + _jitter(chance))
            to_bed = self.at(day, self._to_bed + _jitter(chance))
            self._days[day] = (up, up if day in self._away else to_bed)
        return self._days[day]

    def at(self, day: date, since_midnight: timedelta) -> datetime:
        """Return a time of a day in their zone, in UTC."""
        return (datetime.combine(day, time(), tzinfo=self._zone) + since_midnight).astimezone(UTC)

    def date_of(self, at: datetime) -> date:
        """Return the date in their zone."""
        return at.astimezone(self._zone).date()


def _jitter(chance: Random) -> timedelta:
    drawn = chance.gauss(0, 1) * JITTER
    return max(-MOST_JITTER, min(drawn, MOST_JITTER))
