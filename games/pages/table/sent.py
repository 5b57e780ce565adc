"""What a turn did that was made by a link."""

from typing import NamedTuple

from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.pages.table.headings import who_is_on
from games.pages.table.late import made_at
from games.play.tables import Table
from games.rules.cards import Cards, top
from games.rules.game import PublicMove, with_ring
from games.rules.scouting import left_in_ring
from games.rules.views import View
from games.words.amounts import a_number, cards_text
from games.words.names import sentences, told
from games.words.people import People, people_at
from games.words.sets import numbers
from games.words.times import time_and_zone


class Sent(NamedTuple):
    """A move that has just been made, in what everybody may know of it."""

    title: str
    cards: Cards
    """Those shown."""
    note: SafeString
    """What it won, and who is on."""


def sent_for(table: Table, seq: int) -> Sent | None:
    """Return what the viewer's move at ``seq`` did; None before a deal, or if it is long ago."""
    view = table.view
    if view is None:
        return None
    people = people_at(table.seats, table.seat)
    then = _then(table, view, people)
    move = made_at(table, seq)
    if move is None:
        return Sent(_("Your hand is set"), b"", told("{then}", then=then))
    note = sentences(_effect(view, move, people), then)
    if move.cards is None:
        assert move.card is not None
        title = _("You scouted {card}").format(card=a_number(top(move.card)))
        return Sent(title, b"", note)
    if move.card is None:
        title = _("You showed {set}").format(set=numbers(move.cards))
    else:
        title = _("You scouted {card} and showed {set}").format(
            card=a_number(top(move.card)), set=numbers(move.cards)
        )
    return Sent(title, move.cards, note)


def _effect(view: View, move: PublicMove, people: People) -> str:
    last = view.last_round.history if view.last_round else ()
    history = view.history if move in view.history else last
    ring = next((cards, owner) for made, cards, owner in with_ring(history) if made is move)
    cards, owner = ring
    if move.cards is None:
        if view.players == 2 or owner is None:
            return ""
        return told(_("{name} gets a chip."), name=people[owner].name)
    beaten = left_in_ring(cards, move.end)
    return _("It won {cards}.").format(cards=cards_text(len(beaten))) if beaten else ""


def _then(table: Table, view: View, people: People) -> SafeString:
    if view.phase == "over":
        return told(_("The game is over."))
    stands = table.paused_since is not None or table.halted
    on: str = who_is_on(view, people, named=False, paused=stands)
    if view.phase == "orient" and table.seat in view.to_act and not stands:
        on = _("Your new hand waits for you")
    ended = _("The round is over.") if view.phase == "orient" and view.last_round else ""
    if table.deadline is None or stands:
        return sentences(ended, told("{who}.", who=on))
    until = time_and_zone(table.deadline, timezone.now())
    return sentences(ended, told(_("{who}, until {time}."), who=on, time=until))
