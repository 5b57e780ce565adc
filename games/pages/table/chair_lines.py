"""Log lines about chairs."""

from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.models import Actor, ChairEvent
from games.play.tables import TableNote
from games.words.people import People, Person

CLOCK = SafeString(
    '<span class="avatar event" aria-hidden="true">'
    '<svg class="icon"><use href="#clock"/></svg></span>'
)


class ChairLine(NamedTuple):
    """A log line about a chair."""

    avatar: SafeString
    title: str
    reason: str


def chair_line(note: TableNote, people: People) -> ChairLine:
    """Return the log line for ``note``."""
    person = people[note.seat]
    if note.actor == Actor.MODERATOR:
        return _by_moderator(note, person)
    match note.type:
        case ChairEvent.KEEP:
            if person.me:
                return ChairLine(CLOCK, _("Your time ran out."), _("A bot took your chair."))
            title = _("{name}’s time ran out.").format(name=person.name)
            return ChairLine(CLOCK, title, _("A bot took the chair."))
        case ChairEvent.TAKE_BACK:
            if person.me:
                return ChairLine(person.avatar, _("You took your chair back"), "")
            title = _("{name} took the chair back").format(name=person.name)
            return ChairLine(person.avatar, title, "")
        case ChairEvent.LEAVE:
            title = _("{name} left.").format(name=person.name)
            return ChairLine(person.stand_in, title, _("A bot plays on."))
    return ChairLine(CLOCK, _("The game ended unfinished"), "")


def _by_moderator(note: TableNote, person: Person) -> ChairLine:
    match note.type:
        case ChairEvent.KEEP:
            whose = _("on your chair") if person.me else _("on {name}’s chair")
            title = _("A moderator put a bot {where}.")
            return ChairLine(
                person.stand_in, title.format(where=whose.format(name=person.name)), ""
            )
        case ChairEvent.TAKE_BACK:
            title = _("A moderator gave {name} the chair back.")
            name = _("you") if person.me else person.name
            return ChairLine(person.avatar, title.format(name=name), "")
        case ChairEvent.PAUSE:
            return ChairLine(CLOCK, _("A moderator paused the game."), "")
        case ChairEvent.RESUME:
            return ChairLine(CLOCK, _("A moderator let the game go on."), "")
        case ChairEvent.EXTEND:
            return ChairLine(CLOCK, _("A moderator gave more time."), "")
    return ChairLine(CLOCK, _("A moderator ended the game"), _("Nobody wins."))
