"""A turn's clock."""

from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.words.times import relative_and_absolute, time_and_zone


class Clock(NamedTuple):
    """The time left for a decision."""

    relative: str
    """``"21 h left"``"""
    absolute: str
    """``"until Sat 18:40 CET"``"""
    due: str
    """``"due Sat 18:40 CET"``"""
    urgency: str
    """Empty, ``soon`` or ``now``."""
    left: int
    """Seconds, as the device's clock may be wrong."""
    mine: bool


def clock_for(deadline: datetime | None, now: datetime, *, mine: bool) -> Clock | None:
    """Return the time left until ``deadline``."""
    if deadline is None:
        return None
    said = relative_and_absolute(deadline, now)
    return Clock(
        relative=said.relative,
        absolute=said.absolute,
        due=_("due {time}").format(time=time_and_zone(deadline, now)),
        urgency=said.urgency if mine else "",
        left=max(0, int((deadline - now).total_seconds())),
        mine=mine,
    )
