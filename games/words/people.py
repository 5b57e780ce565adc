"""The people at a table: names and avatars."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.bots.offered import CALLED
from games.models import Seat
from games.words.names import named, told

_BOT = SafeString('<svg class="icon"><use href="#bot"/></svg>')


@cache
def avatar(shape: int, initials: str) -> SafeString:
    """Return a seat's avatar by shape (0 to 4); without initials, that of a bot without a face."""
    return format_html(
        '<span class="avatar seat-{}" aria-hidden="true">{}</span>', shape, initials or _BOT
    )


@cache
def bot_face(bot: str, shape: int) -> SafeString:
    """Return the face of the bot ``bot`` in a seat's shape (0 to 4); only characters have one."""
    if bot not in CALLED:
        return avatar(shape, "")
    return avatar(shape, format_html('<svg class="portrait"><use href="#face-{}"/></svg>', bot))


def seat_face(seat: Seat, shape: int) -> SafeString:
    """Return the avatar of who sits at ``seat``."""
    return bot_face(seat.bot, shape) if seat.bot else avatar(shape, seat.name[:2])


class Person(NamedTuple):
    """Someone at the table, as the viewer sees them."""

    number: int
    name: SafeString
    """With its badge: see ``games.words.names``."""
    me: bool
    avatar: SafeString
    stand_in: SafeString = SafeString("")
    """For this seat, that of a bot that plays for them."""
    bot: bool = False

    @property
    def chair(self) -> "Person":
        """The bot playing for them."""
        name = told(_("Your chair") if self.me else _("{name}’s chair"), name=self.name)
        return self._replace(name=name, me=False, avatar=self.stand_in)

    @property
    def label(self) -> SafeString:
        return told(_("You")) if self.me else self.name


@dataclass(frozen=True, slots=True)
class People:
    """Everyone at the table, by seat number."""

    everyone: tuple[Person, ...]
    seat: int | None
    """The viewer's; None for spectators."""

    def __getitem__(self, number: int) -> Person:
        return self.everyone[number]

    def former(self, number: int, name: str, kind: str) -> Person:
        """Return somebody who sat at ``number`` before."""
        face = avatar((number - (self.seat or 0)) % len(self.everyone), name[:2])
        now = self.everyone[number]
        return now._replace(name=named(name, kind), me=False, avatar=face, bot=False)

    @property
    def in_turn_order(self) -> list[Person]:
        """Clockwise, starting with the viewer."""
        first = self.seat or 0
        return [*self.everyone[first:], *self.everyone[:first]]

    @property
    def several(self) -> bool:
        """Whether more than one is no bot."""
        return sum(not person.bot for person in self.everyone) > 1

    @property
    def others(self) -> list[Person]:
        """Clockwise."""
        return [person for person in self.in_turn_order if not person.me]


def people_at(seats: Sequence[Seat], seat: int | None) -> People:
    """Return the people as seen from ``seat``, or by a spectator."""
    first = seat or 0
    return People(
        tuple(
            Person(
                number=one.number,
                name=named(one.name, one.kind),
                me=one.number == seat,
                avatar=seat_face(one, (one.number - first) % len(seats)),
                stand_in=avatar((one.number - first) % len(seats), ""),
                bot=bool(one.bot),
            )
            for one in seats
        ),
        seat,
    )
