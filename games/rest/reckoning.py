"""Time counted around a person's rest: deadlines that stand still while they are away."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from games.rest.holidays import Holiday, parse_holidays
from games.rest.week import Week, parse_week

_HOUR = timedelta(hours=1)
_SECOND = timedelta(seconds=1)
_NOTHING = timedelta(0)


class Stretch(NamedTuple):
    """A time in which a person rests, or doesn't, from its begin to before its end, in UTC."""

    begin: datetime
    end: datetime | None
    """None: it has no end."""
    rests: bool


class Rest(NamedTuple):
    """A person's rest."""

    zone: ZoneInfo = ZoneInfo("UTC")
    """Of the quiet hours."""
    week: Week = Week()
    holidays: tuple[Holiday, ...] = ()

    def quiet_until(self, at: datetime) -> datetime | None:
        """Return when the quiet hours end that hold at ``at``; None if none do."""
        return _until(_around_hours(self, at), at)

    def holiday_at(self, at: datetime) -> Holiday | None:
        """Return the holiday that holds at ``at``."""
        there = (each for each in self.holidays if each.starts_at <= at < each.ends_at)
        return next(there, None)

    def away_at(self, at: datetime) -> Holiday | None:
        """Return the last of the holidays that hold at ``at`` and follow each other."""
        last, following = None, self.holiday_at(at)
        while following is not None:
            last, following = following, self.holiday_at(following.ends_at)
        return last

    def resting_until(self, at: datetime) -> datetime | None:
        """Return when this person no longer rests; None if they do not rest at ``at``."""
        return _until(stretches(self, at), at)

    def quiet_since(self, at: datetime) -> datetime | None:
        """Return when the quiet hours began that hold at ``at``; None if none do."""
        if self.quiet_until(at) is None:
            return None
        # Never more than half a day, but clocks are put forward and back.
        begun = at - timedelta(days=2)
        for stretch in _joined(_around_hours(self, begun)):
            if stretch.end is None or stretch.end > at:
                return stretch.begin
        raise AssertionError

    def deadline(self, start: datetime, time: timedelta) -> datetime:
        """Return when ``time`` has passed since ``start``, not counting rest; in UTC."""
        left = time
        for stretch in stretches(self, start):
            if stretch.rests:
                continue
            if stretch.end is None or stretch.end - stretch.begin >= left:
                return stretch.begin + left
            left -= stretch.end - stretch.begin
        raise AssertionError

    def time_between(self, start: datetime, end: datetime) -> timedelta:
        """Return the time from ``start`` to ``end`` without rest; nothing if ``end`` is before."""
        found = _NOTHING
        for stretch in stretches(self, start):
            if stretch.begin >= end:
                break
            if not stretch.rests:
                found += (end if stretch.end is None else min(end, stretch.end)) - stretch.begin
        return found


def rest_of(zone: str, week: str, holidays: str) -> Rest:
    """Return the rest that a user's columns say; an unknown zone is UTC."""
    return _rest_of(zone, week, holidays)


@lru_cache(maxsize=1000)
def _rest_of(zone: str, week: str, holidays: str) -> Rest:
    try:
        found = ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError):
        found = ZoneInfo("UTC")
    return Rest(found, parse_week(week), parse_holidays(holidays))


def stretches(rest: Rest, start: datetime) -> Iterator[Stretch]:
    """Yield what follows ``start``, which is in the first, without gaps, to the end of days."""
    moment = start.astimezone(UTC)
    away = sorted((each.starts_at, each.ends_at) for each in rest.holidays)
    for begin, end in away:
        if end <= moment or begin >= end:
            continue
        if begin > moment:
            yield from _until_then(_around_hours(rest, moment), begin)
        yield Stretch(max(begin, moment), end, rests=True)
        moment = end
    yield from _around_hours(rest, moment)


def _until_then(found: Iterator[Stretch], end: datetime) -> Iterator[Stretch]:
    for stretch in found:
        if stretch.end is None or stretch.end >= end:
            yield stretch._replace(end=end)
            return
        yield stretch


def _around_hours(rest: Rest, start: datetime) -> Iterator[Stretch]:
    moment = start.astimezone(UTC)
    if not rest.week.bits:
        yield Stretch(moment, None, rests=False)
        return
    while True:
        local = moment.astimezone(rest.zone)
        end = _end_of_hour(moment, local)
        yield Stretch(moment, end, rest.week.is_quiet(local.weekday(), local.hour))
        moment = end


def _end_of_hour(moment: datetime, local: datetime) -> datetime:
    """Return when the hour on the wall ends, or the clock on the wall is put forward or back."""
    past = timedelta(minutes=local.minute, seconds=local.second, microseconds=local.microsecond)
    end = moment + _HOUR - past
    offset = local.utcoffset()
    if end.astimezone(local.tzinfo).utcoffset() == offset:
        return end
    # The first second with another offset.
    same, other = moment.replace(microsecond=0), end
    while other - same > _SECOND:
        middle = same + (other - same) // 2
        middle = middle.replace(microsecond=0)
        if middle.astimezone(local.tzinfo).utcoffset() == offset:
            same = middle
        else:
            other = middle
    return max(other.replace(microsecond=0), moment)


def _joined(found: Iterator[Stretch]) -> Iterator[Stretch]:
    """Yield the same with neighbours of one kind as one."""
    current = next(found)
    for stretch in found:
        if stretch.rests == current.rests:
            current = current._replace(end=stretch.end)
        else:
            yield current
            current = stretch
    yield current


def _until(found: Iterator[Stretch], at: datetime) -> datetime | None:
    until = None
    for stretch in found:
        if not stretch.rests:
            break
        until = stretch.end
    return until
