"""Moves as chips: who, what, and what it brought."""

from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.pages.table.history import LogLine
from games.pages.table.moves.played import Played
from games.rules.cards import TOPS, Card, Cards, top
from games.rules.scouting import left_in_ring
from games.words.amounts import a_number
from games.words.names import told
from games.words.people import Person
from games.words.sets import numbers


class Beat(NamedTuple):
    """A part of a move, as the ring shows it again."""

    title: SafeString
    effect: SafeString
    """What came of it."""
    cards: Cards
    """In the ring."""
    end: str = ""
    """Of the card that is taken."""


class MoveChip(NamedTuple):
    """A move in the strip."""

    number: int
    """In the round, from 1."""
    avatar: SafeString
    sentence: SafeString
    """That of the log."""
    clock: str
    """Set if the clock forced it."""
    beats: tuple[Beat, ...]
    """A Scout & Show has two."""
    taken: int
    """The number scouted; 0 for a Show."""
    shown: tuple[int, ...]
    won: int
    """Cards."""
    own_chip: bool
    """Whether the viewer got one."""
    anchor: bool
    """Whether it is the viewer's own, from which the others are counted."""


def move_chip(made: Played, line: LogLine, *, two_players: bool, anchor: bool) -> MoveChip:
    """Return the chip of a move, which the log tells by ``line``."""
    move, giver = made.move, made.giver
    beaten = b"" if move.cards is None else left_in_ring(made.before, move.end)
    beats = []
    if move.card is not None and giver:
        words = _scouted(move.card, made.acting, giver, two_players=two_players)
        beats.append(Beat(*words, made.before, move.end or ""))
    if move.cards is not None:
        beats.append(Beat(*_shown(move.cards, made.acting, beaten, giver), move.cards))
    return MoveChip(
        number=made.number,
        avatar=line.avatar,
        sentence=line.sentence,
        clock=line.clock,
        beats=tuple(beats),
        taken=0 if move.card is None else top(move.card),
        shown=tuple((move.cards or b"").translate(TOPS)),
        won=len(beaten),
        own_chip=move.card is not None and giver is not None and giver.me and not two_players,
        anchor=anchor,
    )


def _scouted(
    card: Card, person: Person, giver: Person, *, two_players: bool
) -> tuple[SafeString, SafeString]:
    title = _("{who} scout {card}") if person.me else _("{who} scouts {card}")
    if two_players:
        effect = _("1 chip went to the centre.")
    else:
        effect = _("You got a chip.") if giver.me else _("{owner} got a chip.")
    return (
        told(title, who=person.label, card=a_number(top(card))),
        told(effect, owner=giver.name),
    )


def _shown(
    cards: Cards, person: Person, beaten: Cards, owner: Person | None
) -> tuple[SafeString, SafeString]:
    title = _("{who} show {set}") if person.me else _("{who} shows {set}")
    if not beaten or owner is None:
        effect = told(_("The ring was empty."))
    else:
        effect = told(
            _("It beat your {set}.") if owner.me else _("It beat {owner}’s {set}."),
            owner=owner.name,
            set=numbers(beaten),
        )
    return told(title, who=person.label, set=numbers(cards)), effect
