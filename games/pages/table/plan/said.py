"""What became of the viewer's last plan: for their own page alone."""

from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from games.pages.table.late import made_at, named
from games.pages.table.plan.own import Own, number_of
from games.play.plans.outcomes import Outcome
from games.play.tables import Table
from games.rules.game import PublicMove, with_ring
from games.rules.scouting import left_in_ring
from games.rules.views import View
from games.words.amounts import cards_text
from games.words.names import ended, sentences, told
from games.words.people import People
from games.words.plans import misfit_in_short, order_in_full, reason_said
from games.words.sets import numbers

BRIEF = 2
"""Reasons that a phone's bar has room for."""


class PlanNote(NamedTuple):
    """A line above the table."""

    played: bool
    title: str
    reason: SafeString
    """What the move did; empty unless it was played."""
    tried: tuple[SafeString, ...] = ()
    """Each order that didn't fit, with its reason."""
    brief: str = ""
    """The same for a phone."""


def plan_note(own: Own, table: Table, view: View, people: People) -> PlanNote | None:
    """Return the note on the last plan, until the viewer's next move."""
    if not own.outcomes or view.phase == "over":
        return None
    last = own.outcomes[-1]
    if last.version is None:
        on = last.seq == table.stamp.seq and view.turn == view.seat
        return _unfit(last, people) if on else None
    move = made_at(table, last.seq)
    if move is None or move.seat != view.seat or _has_moved_since(table, view, last.seq):
        return None
    return PlanNote(
        played=True,
        title=_("Played from your plan: {move}").format(move=named(move)),
        reason=_effect(view, move, people),
    )


def from_plan(own: Own, table: Table, view: View) -> frozenset[int]:
    """Return which turns of the round, from 1, the viewer's plans made."""
    played = (each for each in own.outcomes if each.version is not None)
    return frozenset(number_of(table, view, each.seq) for each in played) - {0}


def _has_moved_since(table: Table, view: View, seq: int) -> bool:
    number = number_of(table, view, seq)
    later = view.history[number:]
    # A move that ended the round is told of until the next round's first turn.
    return any(move.seat == view.seat for move in later) or (not number and bool(view.history))


def _unfit(last: Outcome, people: People) -> PlanNote:
    names = [person.name for person in people.everyone]
    tried = tuple(
        told(
            _("{order}: {reason}"),
            order=order_in_full(each.order, each.shown),
            reason=reason_said(each.reason, names, people.seat or 0),
        )
        for each in last.tried
    )
    brief = [misfit_in_short(each) for each in last.tried[:BRIEF]]
    said = _("{first}, and {second}.").format(first=brief[0], second=brief[1]) if brief[1:] else ""
    return PlanNote(
        played=False,
        title=_("Your plan didn’t fit, so it’s up to you"),
        reason=SafeString(),
        tried=tried,
        brief=capfirst(said or ended(brief[0]) if brief else ""),
    )


def _effect(view: View, move: PublicMove, people: People) -> SafeString:
    rounds = view.history if move in view.history else view.last_round and view.last_round.history
    cards, owner = next(
        (cards, owner) for made, cards, owner in with_ring(rounds or ()) if made is move
    )
    if owner is None:
        return told(_("The ring was empty."))
    name = people[owner].name
    chip = _("{name} gets a chip.") if move.card is not None and view.players > 2 else ""
    said = told(chip, name=name) if chip else ""
    if move.cards is None:
        return sentences(said)
    beaten = left_in_ring(cards, move.end)
    if not beaten:
        return sentences(said, _("The ring was empty."))
    template = _("It beat {owner}’s {set} and won {cards}.")
    won = told(template, owner=name, set=numbers(beaten), cards=cards_text(len(beaten)))
    return sentences(said, won)
