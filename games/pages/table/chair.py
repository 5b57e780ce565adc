"""The strip about chairs, pauses and votes."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.log.deadlines import PAUSED_FOR
from games.log.offers import SILENCE, Offer
from games.models import Actor, ChairEvent
from games.people.clocks import counts_rest
from games.play.tables import Table, TableNote
from games.words.away import on_holiday
from games.words.names import listed, sentences, told
from games.words.people import People, Person
from games.words.times import time_and_zone


@dataclass(frozen=True, slots=True)
class Chair:
    """The strip above the table."""

    title: str
    reason: str
    icon: str
    kept: bool = False
    vote: str = ""
    """``agree``, ``withdraw`` or empty."""
    away: bool = False
    """Whether the viewer may end a holiday here."""


@dataclass(frozen=True, slots=True)
class Ending:
    """Ways out of a running game."""

    alone: bool
    """Nobody else is left: leaving ends the game."""
    may_vote: bool
    agrees: bool
    agreed: str
    """Names those who agree, and those who have yet to."""
    price: str = ""
    """What leaving costs in a rated game."""


def chair_for(
    table: Table, people: People, now: datetime, *, offered: bool = False
) -> Chair | None:
    """Return a running game's strip; ``offered`` if somebody else may take the viewer's chair."""
    if table.view is None or table.view.phase == "over":
        return None
    if table.chairs.asked is not None and not table.chairs.halted:
        # A strip of its own says what all are asked.
        return None
    if table.halted:
        reason = _("No time passes and nobody can move until it goes on.")
        return Chair(_("A moderator has paused this game."), reason, "clock")
    if table.seat is None:
        return _watching(table, now)
    if table.seat in table.chairs.kept:
        kept = _kept(table, table.seat, people, now)
        return replace(kept, reason=sentences(kept.reason, _offered())) if offered else kept
    return _vote(table, people, now) or _away(table, table.seat)


def _offered() -> str:
    return _("The others have offered it to somebody else: it is yours until they sit down.")


def _away(table: Table, seat: int) -> Chair | None:
    """The viewer's own holiday."""
    back = table.away.get(seat)
    if back is None:
        return None
    deadline = table.deadlines.get(seat)
    if table.game.turn_seconds is None:
        clock = ""
    elif not counts_rest(table.game):
        clock = _("The clock of your turns runs on at this table.")
    elif deadline and timezone.localdate(deadline) < back:
        clock = _("The clock of this turn runs on: it began before you planned the days off.")
    else:
        clock = _("The clock of your turns stands still.")
    title = _("You’re {why}.").format(why=on_holiday(back))
    return Chair(title, clock, "clock", away=True)


def _watching(table: Table, now: datetime) -> Chair:
    if table.paused_since:
        return Chair(_("You are watching."), _paused(table.paused_since, now), "eye")
    return Chair(_("You are watching."), _("Hands are hidden until the game is over."), "eye")


def _kept(table: Table, seat: int, people: People, now: datetime) -> Chair:
    title, vote = _("A bot is keeping your chair."), _vote(table, people, now)
    if vote is not None:
        return replace(vote, title=title, reason=sentences(vote.title, vote.reason), kept=True)
    if table.paused_since:
        return Chair(title, _paused(table.paused_since, now), "bot", kept=True)
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


def _paused(since: datetime, now: datetime) -> str:
    return _(
        "Bots keep all chairs, so the game waits until one of the players is back. "
        "It ends unfinished on {time}."
    ).format(time=time_and_zone(since + PAUSED_FOR, now))


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


def _vote(table: Table, people: People, now: datetime) -> Chair | None:
    ending = ending_for(table, people, now)
    if ending is None or not ending.agreed:
        return None
    if ending.agrees:
        title = _("You agreed to end the game unfinished.")
        return Chair(title, ending.agreed, "eye", vote="withdraw")
    until = _until(table.chairs.offer).get(table.seat or 0)
    answer = (
        _("Your next move declines the offer.")
        if until is None
        # Time counts from the email that asks, so this is the earliest.
        else _("If you don’t answer by {time}, they need not wait for you.").format(
            time=time_and_zone(until, now)
        )
    )
    reason = sentences(ending.agreed, answer)
    return Chair(_("End the game unfinished?"), reason, "eye", vote="agree")


def ending_for(table: Table, people: People, now: datetime) -> Ending | None:
    """Return the viewer's ways out."""
    view, seat = table.view, table.seat
    if view is None or view.phase == "over" or seat is None:
        return None
    left, offer = table.chairs.left, table.chairs.offer
    there = [one.number for one in table.seats if not one.bot and one.number not in left]
    agreeing = offer.agreed if offer else frozenset()
    return Ending(
        alone=there == [seat],
        may_vote=len(there) > 1,
        agrees=seat in agreeing,
        agreed=_agreed(offer, there, people, now) if offer else "",
        price=_price(alone=there == [seat], first_round=not view.round) if table.game.rated else "",
    )


def _price(*, alone: bool, first_round: bool) -> str:
    if alone:
        return _("This game is rated: you take the last place for the rating.")
    if first_round:
        return _(
            "This game is rated: you take the last place for the rating, whatever your chair wins. "
            "As it is still the first round, nobody gains."
        )
    return _(
        "This game is rated: you take the last place for the rating, whatever your chair wins."
    )


def _agreed(offer: Offer, there: Sequence[int], people: People, now: datetime) -> str:
    said = sorted((people[number] for number in there if number in offer.agreed), key=_not_me)
    agreed = ngettext("{names} agrees.", "{names} agree.", len(said) + said[0].me)
    until = _until(offer)
    waiting = [
        _named(people[number], until.get(number), now)
        for number in there
        if number not in offer.agreed
    ]
    return told(
        _("{agreed} It ends without a winner once {waiting} agree too."),
        agreed=told(agreed, names=listed([person.label for person in said], _("and"))),
        waiting=listed(waiting, _("and")),
    )


def _until(offer: Offer | None) -> dict[int, datetime]:
    """Return when silence ends for players whose chair a bot keeps."""
    return {seat: since + SILENCE for seat, since in offer.kept_since} if offer else {}


def _not_me(person: Person) -> bool:
    return not person.me


def _named(person: Person, until: datetime | None, now: datetime) -> str:
    if person.me:
        return _("you")
    if until is None:
        return person.name
    return told(
        _("{name} (no answer needed from {time})"), name=person.name, time=time_and_zone(until, now)
    )
