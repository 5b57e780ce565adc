"""Seats around the ring."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Literal, NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.log.chairs import Chairs
from games.rules.state import TWO_PLAYER_CHIPS
from games.rules.views import View
from games.words.amounts import points_text
from games.words.away import on_holiday
from games.words.names import told
from games.words.people import People, Person

Ticket = Literal["", "left", "used"]


class Nudge(NamedTuple):
    """A button to nudge a player."""

    seat: int
    name: SafeString
    open: bool
    """Whether it may be used yet."""
    wait: int
    """Seconds until then."""


@dataclass(frozen=True, slots=True)
class SeatBox:
    """A player with counters."""

    number: int
    name: SafeString
    avatar: SafeString
    classes: str
    state: str
    points: str
    starter: bool
    in_hand: int
    won: int
    chips: int
    chips_word: str
    ticket: Ticket
    coins: tuple[bool, ...]
    """For two players: which Scout chips are left."""
    coins_label: str
    keeper: str = ""
    """Set if a bot plays for this player."""
    nudge: Nudge | None = None
    bot: bool = False
    """Whether a bot plays here, for now or for good."""
    away: str = ""
    """``"on holiday until 28 Dec"``"""


def seat_boxes(
    view: View,
    people: People,
    chairs: Chairs = Chairs(),  # noqa: B008 (it is immutable)
    nudges: Mapping[int, Nudge] | None = None,
    away: Mapping[int, date] | None = None,
) -> list[SeatBox]:
    """Return the others, clockwise from the viewer."""
    return [seat_box(view, person, people, chairs, nudges, away) for person in people.others]


def seat_box(
    view: View,
    person: Person,
    people: People,
    chairs: Chairs = Chairs(),  # noqa: B008 (it is immutable)
    nudges: Mapping[int, Nudge] | None = None,
    away: Mapping[int, date] | None = None,
) -> SeatBox:
    """Return ``person`` as everyone sees them."""
    number = person.number
    keeper, stands_in = _keeper(person, chairs)
    owner = view.active_set is not None and view.active_set.owner == number
    playing = number in view.to_act
    chips = view.chips[number]
    two_players = view.players == 2
    return SeatBox(
        number=number,
        name=person.label,
        avatar=person.avatar,
        classes=f"{' owner' if owner else ''}{' on' if playing else ''}",
        state=stands_in or _state(view, person, people, owner=owner, playing=playing),
        keeper=keeper,
        bot=bool(keeper) or person.bot,
        nudge=(nudges or {}).get(number),
        away=on_holiday(away[number]) if away and number in away else "",
        points=points_text(view.scores[number]),
        starter=number == view.starter,
        in_hand=view.hand_counts[number],
        won=view.collected[number],
        chips=chips,
        chips_word=ngettext("chip", "chips", chips),
        ticket="" if two_players else "left" if view.scout_and_show[number] else "used",
        coins=tuple(i < chips for i in range(TWO_PLAYER_CHIPS)) if two_players else (),
        coins_label=_("Scout chips: {left} of {all}").format(left=chips, all=TWO_PLAYER_CHIPS)
        if two_players
        else "",
    )


def away_notes(away: Mapping[int, date], people: People) -> list[SafeString]:
    """Return who else is on holiday: ``"Bruno is on holiday until 28 Dec."``."""
    there = [person for person in people.others if person.number in away]
    return [
        told(_("{name} is {why}."), name=person.name, why=on_holiday(away[person.number]))
        for person in there
    ]


def _keeper(person: Person, chairs: Chairs) -> tuple[str, str]:
    if person.number in chairs.kept:
        whole = _("Your chair, kept by a bot") if person.me else _("{name}’s chair, kept by a bot")
        return told(whole, name=person.name), _("kept by a bot")
    if person.number in chairs.left:
        return told(_("{name} left. A bot plays on."), name=person.name), _("left, a bot plays")
    return "", ""


def _state(view: View, person: Person, people: People, *, owner: bool, playing: bool) -> str:
    if view.phase == "orient":
        return _("is choosing") if playing else _("has chosen")
    if playing:
        return _("on now, and in the ring") if owner else _("is on now")
    if owner:
        return _("in the ring")
    if view.turn is not None and person.number == (view.turn + 1) % view.players:
        return _("plays after you") if people[view.turn].me else _("plays next")
    return _("waits")
