"""Log lines about chairs."""

from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.models import Actor, ChairEvent
from games.play.tables import TableNote
from games.words.names import told
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
            title = told(_("{name}’s time ran out."), name=person.name)
            return ChairLine(CLOCK, title, _("A bot took the chair."))
        case ChairEvent.TAKE_BACK:
            if person.me:
                return ChairLine(person.avatar, _("You took your chair back"), "")
            title = told(_("{name} took the chair back"), name=person.name)
            return ChairLine(person.avatar, title, "")
        case ChairEvent.LEAVE:
            title = told(_("{name} left."), name=person.name)
            return ChairLine(person.stand_in, title, _("A bot plays on."))
        case ChairEvent.AGREE:
            if person.me:
                return ChairLine(person.avatar, _("You agreed to end the game unfinished."), "")
            title = told(_("{name} agrees to end the game unfinished."), name=person.name)
            return ChairLine(person.avatar, title, "")
        case ChairEvent.DISAGREE:
            if person.me:
                return ChairLine(person.avatar, _("You’d rather play on."), "")
            title = told(_("{name} would rather play on."), name=person.name)
            return ChairLine(person.avatar, title, "")
    return ChairLine(CLOCK, _("The game ended unfinished"), "")


def _by_moderator(note: TableNote, person: Person) -> ChairLine:
    match note.type:
        case ChairEvent.KEEP:
            whose = _("on your chair") if person.me else _("on {name}’s chair")
            where = told(whose, name=person.name)
            title = told(_("A moderator put a bot {where}."), where=where)
            return ChairLine(person.stand_in, title, "")
        case ChairEvent.TAKE_BACK:
            name = _("you") if person.me else person.name
            title = told(_("A moderator gave {name} the chair back."), name=name)
            return ChairLine(person.avatar, title, "")
        case ChairEvent.PAUSE:
            return ChairLine(CLOCK, _("A moderator paused the game."), "")
        case ChairEvent.RESUME:
            return ChairLine(CLOCK, _("A moderator let the game go on."), "")
        case ChairEvent.EXTEND:
            return ChairLine(CLOCK, _("A moderator gave more time."), "")
    return ChairLine(CLOCK, _("A moderator ended the game"), _("Nobody wins."))
