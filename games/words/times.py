"""Times as viewers see them."""

from datetime import date, datetime, timedelta
from typing import NamedTuple

from django.utils import timezone
from django.utils.dates import WEEKDAYS_ABBR
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.words.amounts import MINUS

SOON = timedelta(hours=24)
"""Less than this is marked."""
NOW = timedelta(hours=1)
"""Less than this stands out."""
_WEEK = timedelta(days=6)

MINUTE, HOUR, DAY = 60, 3600, 86400


class Deadline(NamedTuple):
    """A deadline in words."""

    relative: str
    """``"21 h left"``"""
    absolute: str
    """``"until Sat 18:40 CET"``"""
    urgency: str
    """Empty, ``soon`` or ``now``."""


def relative_and_absolute(deadline: datetime, now: datetime) -> Deadline:
    """Return the time left, rounded down, and the deadline."""
    left = max(deadline - now, timedelta(0))
    urgency = "now" if left < NOW else "soon" if left < SOON else ""
    return Deadline(
        short_time_left(left), _("until {time}").format(time=time_and_zone(deadline, now)), urgency
    )


def clock_time(time: datetime, now: datetime) -> str:
    """Return ``"18:40"`` today, ``"Sat 18:40"`` within a week, else ``"12 Dec 18:40"``."""
    local, today = timezone.localtime(time), timezone.localtime(now)
    if local.date() == today.date():
        return date_format(local, "TIME_FORMAT")
    if abs(local.date() - today.date()) <= _WEEK:
        return date_format(local, "SHORT_WEEKDAY_TIME_FORMAT")
    return date_format(
        local,
        "SHORT_MONTH_DAY_TIME_FORMAT" if local.year == today.year else "SHORT_DATETIME_FORMAT",
    )


def short_day(day: date) -> str:
    """Return ``"28 Dec"``."""
    return date_format(day, "SHORT_MONTH_DAY_FORMAT")


def long_day(day: date) -> str:
    """Return ``"28 December 2026"``."""
    return date_format(day, "DATE_FORMAT")


def week_day(day: date) -> str:
    """Return ``"Sunday 22 November"``."""
    return date_format(day, "WEEKDAY_FORMAT")


def month_and_year(month: date) -> str:
    """Return ``"November 2026"``."""
    return date_format(month, "YEAR_MONTH_FORMAT")


def weekdays() -> list[str]:
    """Return the names of the weekdays in short, from Monday."""
    return [str(name) for _number, name in sorted(WEEKDAYS_ABBR.items())]


def moment(at: datetime) -> str:
    """Format ``at`` in the active zone: ``"24 November 2026, 18:40 CET"``."""
    local = timezone.localtime(at)
    return f"{date_format(local, 'DATETIME_FORMAT')} {zone_of(local)}"


def day_and_time(at: datetime) -> str:
    """Format ``at`` in the active zone: ``"Saturday 21 November, 18:40 CET"``."""
    local = timezone.localtime(at)
    return f"{date_format(local, 'WEEKDAY_TIME_FORMAT')} {zone_of(local)}"


def time_and_zone(at: datetime, now: datetime) -> str:
    """Format ``at`` in short: ``"Sat 18:40 CET"``."""
    return f"{clock_time(at, now)} {zone_of(timezone.localtime(at))}"


def zone_of(local: datetime) -> str:
    """Return ``"CET"``, or ``"UTC+03"`` for unnamed zones."""
    zone = local.tzname() or ""
    # Zones without a name are identified by their offset.
    if zone[:1] in "+-":
        zone = f"UTC{zone.replace('-', MINUS)}"
    return zone


def ago(time: datetime, now: datetime) -> str:
    """Return ``"2 h ago"``."""
    seconds = int((now - time).total_seconds())
    if seconds < MINUTE:
        return _("just now")
    if seconds < HOUR:
        return _("{count} min ago").format(count=seconds // MINUTE)
    if seconds < DAY:
        return _("{count} h ago").format(count=seconds // HOUR)
    days = seconds // DAY
    return ngettext("{count} day ago", "{count} days ago", days).format(count=days)


def turn_time(seconds: int | None) -> str:
    """Return ``"12 h"``, ``"3 days"`` or ``"no limit"``."""
    if seconds is None:
        return _("no limit")
    if seconds % DAY == 0:
        days = seconds // DAY
        return ngettext("{count} day", "{count} days", days).format(count=days)
    if seconds % HOUR == 0:
        return _("{count} h").format(count=seconds // HOUR)
    if seconds % MINUTE == 0:
        return _("{count} min").format(count=seconds // MINUTE)
    return _("{count} s").format(count=seconds)


def short_time_left(left: timedelta) -> str:
    """Return ``"21 h left"``, rounded down."""
    seconds = int(left.total_seconds())
    if seconds <= 0:
        return _("time is up")
    if seconds < MINUTE:
        return _("under a minute left")
    if seconds < HOUR:
        return _("{count} min left").format(count=seconds // MINUTE)
    if seconds < 2 * DAY:
        return _("{count} h left").format(count=seconds // HOUR)
    days = seconds // DAY
    return ngettext("{count} day left", "{count} days left", days).format(count=days)
