"""Which deadlines a new row says: those of the decision it opens, or puts off."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from games.log.deadlines import Clocks, Deadlines
from games.log.replay import Log
from games.log.rows import MoveRow
from games.models import ChairEvent


def opened(after: Log, clocks: Clocks) -> Deadlines | None:
    """Return when a new decision is over for each seat it waits for; None without a clock."""
    ends = ((seat, clocks.over_at(seat, after.began_at)) for seat in after.waited_for)
    return _known(ends)


def after_event(before: Log, after: Log, row: MoveRow, clocks: Clocks) -> Deadlines | None:
    """Return the deadlines that a chair event changes, with all others; None if it changes none."""
    at = row.created_at
    now = {seat: before.deadline_of(seat, clocks.turn_seconds) for seat in after.waited_for}
    if row.type == ChairEvent.REWIND:
        return opened(after, clocks)
    match row.type:
        case ChairEvent.TAKE_BACK | ChairEvent.NEW_PLAYER:
            # A player who comes gets a whole turn; in a halted game it begins with the halt.
            now[row.seat] = clocks.over_at(row.seat, after.halted_since or at)
        case ChairEvent.EXTEND:
            more = timedelta(minutes=row.to or 0)
            now = {seat: end and clocks.over_at(seat, end, more) for seat, end in now.items()}
        case _ if before.halted_since is not None and after.halted_since is None:
            since, then = before.halted_since, as_opened(before, clocks)
            left = {seat: then.time_between(seat, since, end) for seat, end in now.items() if end}
            now = {seat: clocks.over_at(seat, at, time) for seat, time in left.items()}
        case _:
            return None
    return _known((seat, end) for seat, end in now.items() if seat in after.waited_for)


def as_opened(log: Log, clocks: Clocks) -> Clocks:
    """Return the clocks by which the open decision’s deadlines were reckoned.

    Rest that leaves less than a turn until the deadline was added since: it doesn’t count yet.
    """
    if clocks.turn_seconds is None:
        return clocks
    turn = timedelta(seconds=clocks.turn_seconds)
    rests = dict(clocks.rests)
    for seat in log.waited_for:
        end = log.deadline_of(seat, clocks.turn_seconds)
        if end is not None and clocks.time_between(seat, log.began_at, end) < turn:
            rests.pop(seat, None)
    return clocks._replace(rests=rests)


def _known(ends: Iterable[tuple[int, datetime | None]]) -> Deadlines | None:
    found = {seat: end for seat, end in ends if end is not None}
    return found or None
