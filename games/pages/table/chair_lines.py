"""Log lines about chairs."""

from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.models import Actor, ChairEvent
from games.play.tables import TableNote
from games.words.names import told
from games.words.people import Person

CLOCK = SafeString(
    '<span class="avatar event" aria-hidden="true">'
    '<svg class="icon"><use href="#clock"/></svg></span>'
)


class ChairLine(NamedTuple):
    """A log line about a chair."""

    avatar: SafeString
    title: str
    reason: str


def chair_line(note: TableNote, person: Person, before: Person) -> ChairLine:
    """Return the log line for ``note`` about ``person``; ``before`` sat there until then."""
    if note.actor == Actor.MODERATOR:
        return _by_moderator(note, person)
    match note.type:
        case ChairEvent.KEEP if note.actor == Actor.PLAYER:
            return _kept_by_the_others(person)
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
        case ChairEvent.NEW_PLAYER:
            whose = _("You sat down in {before}’s chair.")
            whose = whose if person.me else _("{name} sat down in {before}’s chair.")
            title = told(whose, name=person.name, before=before.name)
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
        case ChairEvent.ASK_REWIND:
            if person.me:
                return ChairLine(person.avatar, _("You asked to take moves back."), "")
            title = told(_("{name} asks to take moves back."), name=person.name)
            return ChairLine(person.avatar, title, "")
        case ChairEvent.AGREE_REWIND:
            if person.me:
                return ChairLine(person.avatar, _("You agreed to take them back."), "")
            title = told(_("{name} agrees to take them back."), name=person.name)
            return ChairLine(person.avatar, title, "")
        case ChairEvent.REFUSE_REWIND if note.actor == Actor.CLOCK:
            silent = _("Not everybody answered within two days.")
            return ChairLine(CLOCK, _("The moves stay."), silent)
        case ChairEvent.REFUSE_REWIND:
            on = _("The game goes on.")
            if person.me:
                return ChairLine(person.avatar, _("You’d rather not take moves back."), on)
            title = told(_("{name} would rather not take moves back."), name=person.name)
            return ChairLine(person.avatar, title, on)
        case ChairEvent.REWIND:
            return ChairLine(CLOCK, _("Moves were taken back."), _("They are struck through."))
        case ChairEvent.EXTEND:
            away = _("The site was away for a while.")
            return ChairLine(CLOCK, away, _("The clock gives that time back."))
    return ChairLine(CLOCK, _("The game ended unfinished"), "")


def _kept_by_the_others(person: Person) -> ChairLine:
    """Silence is all it says: not who has pressed, nor who was told of what."""
    if person.me:
        title = told(_("You didn’t move for 7 days."))
        return ChairLine(CLOCK, title, _("The others let a bot take your chair."))
    title = told(_("{name} hasn’t moved for 7 days."), name=person.name)
    return ChairLine(CLOCK, title, _("The others let a bot take the chair."))


def _by_moderator(note: TableNote, person: Person) -> ChairLine:
    match note.type:
        case ChairEvent.KEEP:
            whose = _("on your chair") if person.me else _("on {name}’s chair")
            where = told(whose, name=person.name)
            title = told(_("A moderator put a bot {where}."), where=where)
            return ChairLine(person.stand_in, title, "")
        case ChairEvent.TAKE_BACK:
            if person.me:
                return ChairLine(person.avatar, _("A moderator gave you the chair back."), "")
            title = told(_("A moderator gave {name} the chair back."), name=person.name)
            return ChairLine(person.avatar, title, "")
        case ChairEvent.PAUSE:
            return ChairLine(CLOCK, _("A moderator paused the game."), "")
        case ChairEvent.RESUME:
            return ChairLine(CLOCK, _("A moderator let the game go on."), "")
        case ChairEvent.EXTEND:
            return ChairLine(CLOCK, _("A moderator gave more time."), "")
        case ChairEvent.REFUSE_REWIND:
            return ChairLine(CLOCK, _("The moves stay."), _("A bot can’t agree to take them back."))
        case ChairEvent.ASK_REWIND:
            return ChairLine(CLOCK, _("A moderator asks to take moves back."), "")
        case ChairEvent.REWIND:
            struck = _("They are struck through.")
            return ChairLine(CLOCK, _("A moderator took moves back."), struck)
    return ChairLine(CLOCK, _("A moderator ended the game"), _("Nobody wins."))
