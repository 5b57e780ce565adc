"""What taking moves back undoes, in words."""

from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.pages.table.moves.brief import brief
from games.play.rewinding.preview import Turn, Undoing
from games.rules.cards import Cards
from games.words.names import listed, told
from games.words.people import People
from games.words.rewinding import Compared, compared, moves_text, seen_since


@dataclass(frozen=True, slots=True)
class TurnLine:
    """A turn of the running round."""

    to: int
    """The version by which it is chosen as the first to be undone."""
    number: int
    avatar: SafeString
    said: SafeString


@dataclass(frozen=True, slots=True)
class Preview:
    """The same table now and afterwards, as everybody sees it."""

    to: int
    lines: list[TurnLine]
    """What is undone."""
    now: str
    """A heading."""
    then: str
    ring_now: Cards
    ring_then: Cards
    on_then: SafeString
    rows: list[Compared]
    seen: SafeString
    """What everybody has seen of hands; empty if nothing."""
    count: str
    """``3 moves``."""


def turn_line(turn: Turn, people: People) -> TurnLine:
    """Return a turn in words."""
    person = people[turn.move.seat]
    said = brief(turn.move, None, person)
    return TurnLine(turn.version, turn.number, person.avatar, said)


def preview_of(undoing: Undoing, people: People) -> Preview:
    """Return what ``undoing`` does."""
    names = [person.label for person in people.everyone]
    person = people[undoing.on]
    on = _("You’re on, with a whole turn") if person.me else _("{name} is on, with a whole turn")
    then = _("Then, after move {number}").format(number=undoing.stays)
    return Preview(
        to=undoing.to,
        lines=[turn_line(turn, people) for turn in undoing.undone],
        now=_("Now, after move {number}").format(number=undoing.undone[-1].number),
        then=then if undoing.stays else _("Then, before the first move"),
        ring_now=undoing.now.active_set.cards if undoing.now.active_set else b"",
        ring_then=undoing.then.active_set.cards if undoing.then.active_set else b"",
        on_then=told(on, name=person.name),
        rows=compared(undoing, names),
        seen=_seen(undoing, people),
        count=moves_text(len(undoing.undone)),
    )


def _seen(undoing: Undoing, people: People) -> SafeString:
    sets = [
        told(_("your {set}"), set=each.cards)
        if people[each.seat].me
        else told(_("{name}’s {set}"), name=people[each.seat].name, set=each.cards)
        for each in seen_since(undoing)
    ]
    if not sets:
        return told(_("Everybody has seen which cards were scouted."))
    return told(_("Everybody has seen {sets}."), sets=listed(sets, _("and")))
