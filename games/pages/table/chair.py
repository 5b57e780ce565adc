"""The strip about chairs, pauses and votes."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.log.deadlines import PAUSED_FOR
from games.models import Actor, ChairEvent
from games.play.tables import Table, TableNote
from games.words.people import People, Person
from games.words.times import clock_time


@dataclass(frozen=True, slots=True)
class Chair:
    """The strip above the table."""

    title: str
    reason: str
    icon: str
    kept: bool = False
    vote: str = ""
    """``agree``, ``withdraw`` or empty."""


@dataclass(frozen=True, slots=True)
class Ending:
    """Ways out of a running game."""

    alone: bool
    """Nobody else is left: leaving ends the game."""
    may_vote: bool
    agrees: bool
    agreed: str
    """Names those who agree, and those who have yet to."""
    at_once: bool
    """Nobody else has to agree."""


def chair_for(table: Table, people: People, now: datetime) -> Chair | None:
    """Return a running game's strip."""
    if table.view is None or table.view.phase == "over":
        return None
    if table.halted:
        reason = _("No time passes and nobody can move until it goes on.")
        return Chair(_("A moderator has paused this game."), reason, "clock")
    if table.seat is None:
        return _watching(table, now)
    if table.seat in table.chairs.kept:
        return _kept(table, table.seat, now)
    return _vote(table, people)


def _watching(table: Table, now: datetime) -> Chair:
    if table.paused:
        return Chair(_("You are watching."), _paused(table, now), "eye")
    return Chair(_("You are watching."), _("Hands are hidden until the game is over."), "eye")


def _kept(table: Table, seat: int, now: datetime) -> Chair:
    title = _("A bot is keeping your chair.")
    if table.paused:
        return Chair(title, _paused(table, now), "bot", kept=True)
    count = _turns_kept(table.notes, seat)
    reason = (
        ngettext(
            "It has played {count} turn and plays on until you’re back.",
            "It has played {count} turns and plays on until you’re back.",
            count,
        ).format(count=count)
        if count
        else _("It plays on until you’re back.")
    )
    return Chair(title, reason, "bot", kept=True)


def _paused(table: Table, now: datetime) -> str:
    """Only a player's return ends a pause, so the log's last row began it."""
    since = table.notes[-1].at if table.notes else table.began_at
    return _(
        "Bots keep all chairs, so the game waits until one of the players is back. "
        "It ends unfinished on {time}."
    ).format(time=clock_time(since + PAUSED_FOR, now))


def _turns_kept(notes: Sequence[TableNote], seat: int) -> int:
    count, kept = 0, False
    for note in notes:
        if note.seat != seat:
            continue
        if note.type == ChairEvent.KEEP:
            count, kept = 0, True
        elif kept and note.type == "turn" and note.actor == Actor.BOT:
            count += 1
    return count


def _vote(table: Table, people: People) -> Chair | None:
    ending = ending_for(table, people)
    if ending is None or not ending.may_vote or not ending.agreed:
        return None
    if ending.agrees:
        return Chair(
            _("You agreed to end the game unfinished."), ending.agreed, "eye", vote="withdraw"
        )
    return Chair(_("End the game unfinished?"), ending.agreed, "eye", vote="agree")


def ending_for(table: Table, people: People) -> Ending | None:
    """Return the viewer's ways out."""
    view, seat = table.view, table.seat
    if view is None or view.phase == "over" or seat is None:
        return None
    left = table.chairs.left
    there = [one.number for one in table.seats if not one.bot and one.number not in left]
    with_chair = [number for number in there if number not in table.chairs.kept]
    agreeing = {one.number for one in table.seats if one.agrees_to_end and one.number in with_chair}
    waiting = [people[number] for number in with_chair if number not in agreeing]
    said = [people[number] for number in with_chair if number in agreeing]
    return Ending(
        alone=there == [seat],
        may_vote=len(there) > 1 and seat in with_chair,
        agrees=seat in agreeing,
        agreed=_agreed(said, waiting) if said else "",
        at_once=with_chair == [seat],
    )


def _agreed(said: Sequence[Person], waiting: Sequence[Person]) -> str:
    said = sorted(said, key=lambda person: not person.me)
    agreed = ngettext("{names} agrees.", "{names} agree.", len(said) + said[0].me)
    names = [_("you") if person.me else person.name for person in waiting]
    return _("{agreed} It ends without a winner once {waiting} agree too.").format(
        agreed=agreed.format(names=get_text_list([person.label for person in said], _("and"))),
        waiting=get_text_list(names, _("and")),
    )
