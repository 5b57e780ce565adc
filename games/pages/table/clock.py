"""The pill that says how long the one who is on still has."""

from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.words.times import clock_time, relative_and_absolute


class Clock(NamedTuple):
    """The time left for a decision, in the reader's zone."""

    relative: str
    """``"21 h left"``; the page's script keeps it true."""
    absolute: str
    """``"until Sat 18:40"``."""
    due: str
    """``"due Sat 18:40"``: as short as it can be said of others."""
    urgency: str
    """Empty, ``soon`` or ``now``: how it stands out."""
    left: int
    """Seconds, for the page's script: it need not trust the clock of the device."""
    mine: bool
    """Whether it is the reader's own time."""


def clock_for(deadline: datetime | None, now: datetime, *, mine: bool) -> Clock | None:
    """The clock of a decision that is taken at ``deadline``; None where nothing runs out."""
    if deadline is None:
        return None
    said = relative_and_absolute(deadline, now)
    return Clock(
        relative=said.relative,
        absolute=said.absolute,
        due=_("due {time}").format(time=clock_time(deadline, now)),
        urgency=said.urgency if mine else "",
        left=max(0, int((deadline - now).total_seconds())),
        mine=mine,
    )
