"""What falls at the end of a round: the stamp on the ring, and what is said of it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.pages.table.hands import HandCard, plain_cards
from games.pages.table.history import as_shown
from games.pages.table.ring import Ring
from games.pages.table.seating import SeatBox
from games.pages.table.sheets import ending
from games.rules.cards import TOPS
from games.rules.game import with_ring
from games.rules.scouting import left_in_ring
from games.rules.views import LastRound, View
from games.words.amounts import cards_text, points_text
from games.words.names import sentences, told
from games.words.people import People
from games.words.sets import numbers

FEW = 3
"""Up to so many cards leave room for the stamp beside them."""


@dataclass(frozen=True, slots=True)
class Curtain:
    """The end of a round, as the table shows it."""

    title: str
    cause: str
    """``empty_hand``, ``unbeaten`` or ``turn_limit``."""
    stamp: str
    beside: bool
    """Whether the stamp has room beside the cards."""
    over: str
    """``"Round 2 is over"``"""
    next: str
    """Where the button leads."""
    hand_note: str
    hand_classes: str
    cards: tuple[HandCard, ...]
    """The viewer's, as they were left with them."""
    spoken: str


def curtain_for(frame: View, people: People, *, over: bool) -> Curtain:
    """Return the curtain for a round's last frame; ``over``: it was the game's last round."""
    last = frame.last_round
    assert last is not None
    hand = frame.hand or b""
    classes, cards = plain_cards(hand)
    pays = frame.seat is not None and frame.seat != last.ender
    count = cards_text(len(hand))
    note = _("none left") if frame.hand == b"" else ""
    if hand and not pays:
        note = _("{cards} left, free").format(cards=count)
    elif hand:
        note = ngettext(
            "{cards} left, costs a point", "{cards} left, each costs a point", len(hand)
        )
        note = note.format(cards=count)
    set_left = frame.active_set.cards if frame.active_set else b""
    return Curtain(
        title=ending(last, people)[0],
        cause=last.ended_by,
        stamp={"empty_hand": _("Hand empty"), "unbeaten": _("Unbeaten")}.get(
            last.ended_by, _("200 turns")
        ),
        beside=len(set_left) <= FEW,
        over=_("Round {number} is over").format(number=last.round + 1),
        next=_("The final curtain")
        if over
        else _("Next hand")
        if people.seat is not None
        else _("Go on"),
        hand_note=note,
        hand_classes=classes,
        cards=cards,
        spoken=", ".join(str(number) for number in hand.translate(TOPS)),
    )


def standing_before(frame: View, rounds: str) -> str:
    """Return the round and the points with which the viewer went into it."""
    if frame.seat is None:
        return rounds
    return _("{rounds} · you had {points}").format(
        rounds=rounds, points=points_text(frame.scores[frame.seat])
    )


def ended_ring(ring: Ring, last: LastRound, people: People) -> Ring:
    """Return the ring with a sentence about the last set instead of what beats it."""
    return replace(ring, sentence=_said(last, people))


def ended_seats(boxes: Sequence[SeatBox], last: LastRound) -> list[SeatBox]:
    """Return the seats with what the round left them."""
    return [
        replace(
            box,
            classes=" ender" if box.number == last.ender else "",
            state=_("ended the round")
            if box.number == last.ender
            else _("{cards} left").format(cards=cards_text(last.scores[box.number].hand)),
        )
        for box in boxes
    ]


def _said(last: LastRound, people: People) -> SafeString:
    """Say what the last set beat, and that it was the last."""
    parts: list[SafeString | str] = []
    beaten, giver, left, shower = b"", None, b"", None
    for move, ring, owner in with_ring(last.history):
        left = left_in_ring(ring, move.end)
        if move.cards is not None:
            beaten, giver, left, shower = left, owner, move.cards, move.seat
    if shower is not None and not left:
        # The sentences below speak of a set that nobody sees any longer.
        whose = people[shower]
        template = _("You showed {set}.") if whose.me else _("{name} showed {set}.")
        parts.append(told(template, name=whose.name, set=numbers(as_shown(last.history))))
    if beaten and giver is not None:
        whose = people[giver]
        template = _("It beat your {set}.") if whose.me else _("It beat {name}’s {set}.")
        parts.append(told(template, name=whose.name, set=numbers(beaten)))
    if last.ender is None:
        parts.append(_("Nobody ended the round in 200 turns."))
    elif last.ended_by == "empty_hand":
        person = people[last.ender]
        template = _("You have no cards left.") if person.me else _("{name} has no cards left.")
        parts.append(told(template, name=person.name))
    elif as_shown(last.history):
        parts.append(_("Nobody beat it."))
    return sentences(*parts)
