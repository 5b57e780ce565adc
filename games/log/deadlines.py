"""When a turn is over, decided only here, and how rows of the log say so."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from games.rest.reckoning import Rest

LAST_CALL_SHARE = 5
"""The last call goes out when one part in this many is left."""
NUDGE_SHARE = 2
"""Others may nudge once one part in this many has passed."""
NUDGE_WITHOUT_CLOCK = timedelta(hours=12)
PAUSED_FOR = timedelta(days=30)
REST_FROM = timedelta(hours=12)
"""In games with less time for a turn the clock runs on while people rest."""

Deadlines = Mapping[int, datetime]
"""By seat, when the clock decides for those who are waited for."""

_NO_REST = Rest()


class Clocks(NamedTuple):
    """How time passes in a game."""

    turn_seconds: int | None
    """None: no clock."""
    rests: Mapping[int, Rest] = {}
    """By seat, where rest counts."""

    def over_at(self, seat: int, start: datetime, time: timedelta | None = None) -> datetime | None:
        """Return when ``time``, by default a turn's, is over for ``seat``; None without a clock."""
        if self.turn_seconds is None:
            return None
        if time is None:
            time = timedelta(seconds=self.turn_seconds)
        return self._rest(seat).deadline(start, time)

    def time_between(self, seat: int, start: datetime, end: datetime) -> timedelta:
        """Return how long the clock of ``seat`` runs between two times."""
        return self._rest(seat).time_between(start, end)

    def _rest(self, seat: int) -> Rest:
        return self.rests.get(seat, _NO_REST)


UNTIMED = Clocks(None)


def rest_counts(*, turn_seconds: int | None, wanted: bool) -> bool:
    """Return whether clocks stand still while people rest; ``wanted`` is the creator's choice."""
    return wanted and turn_seconds is not None and timedelta(seconds=turn_seconds) >= REST_FROM


def deadlines_text(deadlines: Deadlines) -> str:
    """Return ``deadlines`` as a column of the log: ``0 2026-11-23T10:00:00.000000Z,2 …``."""
    times = ((seat, at.astimezone(UTC)) for seat, at in sorted(deadlines.items()))
    return ",".join(f"{seat} {at:%Y-%m-%dT%H:%M:%S.%fZ}" for seat, at in times)


def parse_deadlines(text: str) -> Deadlines:
    """Return the deadlines written so; raise ``ValueError`` for anything else."""
    pairs = (each.split(" ") for each in text.split(",") if each)
    return {int(seat): datetime.fromisoformat(at) for seat, at in pairs}


GONE_AFTER = timedelta(days=7)
"""Silence after which others need not wait: without a clock they may put a bot on the chair, and
one that a bot has kept for so long may be offered to somebody else."""


def turn_over_at(*, began_at: datetime, turn_seconds: int | None) -> datetime | None:
    """Return when the clock decides where no row says so; None without a clock."""
    return None if turn_seconds is None else began_at + timedelta(seconds=turn_seconds)


def last_call_at(
    *, deadline: datetime, turn_seconds: int, began_at: datetime, rest: Rest, counts: bool
) -> datetime:
    """Return when the last call is due for somebody who rests so.

    With a clock that stands still while they rest (``counts``) one part of their own time is left;
    with one that runs on, the call comes before the quiet hours in which it would be due begin.
    """
    left = timedelta(seconds=turn_seconds) / LAST_CALL_SHARE
    if counts:
        total = rest.time_between(began_at, deadline)
        return rest.deadline(began_at, max(total - left, timedelta(0)))
    call = deadline - left
    quiet_since = rest.quiet_since(call)
    return call if quiet_since is None else max(quiet_since - BEFORE_QUIET, began_at)


BEFORE_QUIET = timedelta(minutes=30)
"""A last call that would fall into quiet hours comes this long before they begin."""


def nudge_from(*, began_at: datetime, deadline: datetime | None) -> datetime:
    """Return when others may nudge."""
    if deadline is None:
        return began_at + NUDGE_WITHOUT_CLOCK
    return began_at + (deadline - began_at) / NUDGE_SHARE
