"""Nudges the viewer may send."""

from datetime import datetime

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.log.deadlines import nudge_from
from games.pages.table.seating import Nudge
from games.play.tables import Table
from games.words.names import named, told


def nudge_notes(table: Table) -> list[SafeString]:
    """Say to who nudged, and to who was nudged, that it happened in this turn."""
    view = table.view
    if view is None or table.seat is None:
        return []
    names = {seat.number: named(seat.name, seat.kind) for seat in table.seats}
    notes = []
    for seat in table.seats:
        if seat.nudged_seq != table.stamp.seq or seat.number not in view.to_act:
            continue
        if seat.nudged_by == table.seat:
            notes.append(told(_("You asked {name} for a move."), name=names[seat.number]))
        elif seat.number == table.seat and seat.nudged_by in names:
            notes.append(told(_("{name} asks for your move."), name=names[seat.nudged_by]))
    return notes


def nudges_for(table: Table, now: datetime) -> dict[int, Nudge]:
    """Return this turn's nudges, by seat.

    Only seated players may nudge, and only people, once per turn.
    """
    view, chairs = table.view, table.chairs
    if view is None or table.seat is None or table.seat in chairs.kept or table.paused_since:
        return {}
    since = {
        seat: nudge_from(began_at=table.began_at, deadline=table.deadlines.get(seat))
        for seat in view.to_act
    }
    wait = {seat: max(0, int((at - now).total_seconds()) + 1) for seat, at in since.items()}
    return {
        seat.number: Nudge(
            *(seat.number, named(seat.name, seat.kind)),
            since[seat.number] <= now,
            wait[seat.number],
        )
        for seat in table.seats
        if seat.number in view.to_act
        and seat.number != table.seat
        and not seat.bot
        and seat.number not in chairs.without_player
        and seat.nudged_seq != table.stamp.seq
    }
