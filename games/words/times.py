"""Times as a reader sees them: how long still, and until when on the clock of their own zone."""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

SOON = timedelta(hours=24)
"""With less time than that left a deadline is marked."""
NOW = timedelta(hours=1)
"""With less than that it stands out."""
_WEEK = timedelta(days=6)

MINUTE, HOUR, DAY = 60, 3600, 86400


class Deadline(NamedTuple):
    """A deadline in words."""

    relative: str
    """``"21 h left"``."""
    absolute: str
    """``"until Sat 18:40"``, in the active zone."""
    urgency: str
    """Empty, ``soon`` or ``now``: the class of its pill."""


def relative_and_absolute(deadline: datetime, now: datetime) -> Deadline:
    """How long until ``deadline`` from ``now``, and its time in the active zone. Both are aware.

    What is left is rounded down, so that nobody counts on time that is not there.
    """
    left = max(deadline - now, timedelta(0))
    urgency = "now" if left < NOW else "soon" if left < SOON else ""
    return Deadline(_left(left), _("until {time}").format(time=clock_time(deadline, now)), urgency)


def clock_time(time: datetime, now: datetime) -> str:
    """``time`` on the clock of the active zone, with as much of its date as one needs at ``now``.

    ``"18:40"`` today, ``"Sat 18:40"`` within a week, else ``"12 Dec 18:40"``.
    """
    local, today = timezone.localtime(time), timezone.localtime(now)
    if local.date() == today.date():
        return date_format(local, "H:i")
    if abs(local.date() - today.date()) <= _WEEK:
        return date_format(local, "D H:i")
    return date_format(local, "j M H:i" if local.year == today.year else "j M Y H:i")


def ago(time: datetime, now: datetime) -> str:
    """How long before ``now`` that was: ``"2 h ago"``."""
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
    """The time for a turn as terms say it: ``"12 h"``, ``"3 days"``, ``"no limit"``."""
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


def _left(left: timedelta) -> str:
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
