"""The page on which players ask to take moves back, and answer."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.log.rewinds import Asked
from games.pages.table.rewinding.preview import Preview, TurnLine, preview_of, turn_line
from games.play.rewinding.offered import Offered
from games.play.tables import Table
from games.words.names import listed, told
from games.words.people import People, people_at
from games.words.times import time_and_zone

Press = Literal["", "ask", "at once", "answer", "withdraw", "watch"]


@dataclass(frozen=True, slots=True)
class RewindPage:
    """The page."""

    name: str
    title: SafeString
    lead: SafeString
    press: Press
    """What the viewer can do: nothing, ask, take back at once, answer, withdraw, or look on."""
    turns: list[TurnLine]
    """To choose from, latest first; empty where nothing is to be chosen."""
    preview: Preview | None


def rewind_page(table: Table, offered: Offered, now: datetime) -> RewindPage:
    """Return the page for the viewer of ``table``."""
    people = people_at(table.seats, table.seat)
    preview = preview_of(offered.undoing, people) if offered.undoing else None
    if offered.asked is not None and preview is not None:
        title, lead = asked_in_words(table, offered.asked, people, preview, now)
        press: Press = press_for(table, offered.asked)
        return RewindPage(table.game.name, title, lead, press, [], preview)
    title = told(_("Take moves back"))
    if table.stamp.barred.warned:
        said = _("A moderator has warned you. Read the warning first, then you can play on.")
        return RewindPage(table.game.name, title, told(said), "", [], None)
    if offered.refused is not None or table.seat is None:
        said = offered.refused.sentence if offered.refused else _("You are watching.")
        return RewindPage(table.game.name, title, told(said), "", [], None)
    said = (
        _("Choose how far. The game then counts in no rating, and in none of your figures.")
        if offered.alone
        else _(
            "Choose how far. Everybody who hasn’t left has to agree within two days. "
            "Until then the game stands still."
        )
    )
    turns = [turn_line(turn, people) for turn in reversed(offered.turns)]
    press = "at once" if offered.alone else "ask"
    return RewindPage(table.game.name, title, told(said), press, turns, preview)


def rewind_strip(table: Table, now: datetime) -> RewindPage | None:
    """Return the same for the strip above the table while it is asked; None otherwise."""
    asked = table.chairs.asked
    if asked is None or table.undoing is None:
        return None
    people = people_at(table.seats, table.seat)
    preview = preview_of(table.undoing, people)
    title, lead = asked_in_words(table, asked, people, preview, now)
    return RewindPage(table.game.name, title, lead, press_for(table, asked), [], preview)


def press_for(table: Table, asked: Asked) -> Press:
    """Return what the viewer can answer."""
    seat = table.seat
    if seat is None or seat in table.chairs.without_player or table.stamp.barred.from_moving:
        return "watch"
    if seat in asked.agreed:
        return "withdraw"
    return "answer"


def asked_in_words(
    table: Table, asked: Asked, people: People, preview: Preview, now: datetime
) -> tuple[SafeString, SafeString]:
    """Return who asks for what, and who has yet to agree until when."""
    if asked.seat is None:
        title = told(_("A moderator asks to take {moves} back."), moves=preview.count)
    elif people[asked.seat].me:
        title = told(_("You asked to take {moves} back."), moves=preview.count)
    else:
        name = people[asked.seat].name
        title = told(_("{name} asks to take {moves} back."), name=name, moves=preview.count)
    there = {seat.number for seat in table.seats if not seat.bot} - table.chairs.left
    waiting = [
        _("you") if people[seat].me else people[seat].name
        for seat in sorted(there - asked.agreed, key=lambda seat: not people[seat].me)
    ]
    lead = told(
        _("It happens once {waiting} agree. The game stands still until {time} at the latest."),
        waiting=listed(waiting, _("and")),
        time=time_and_zone(asked.until, now),
    )
    return title, lead
