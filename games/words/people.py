"""The people at a table: names and avatars."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.models import Seat
from games.words.names import named, told

_BOT = SafeString('<svg class="icon"><use href="#bot"/></svg>')


@cache
def avatar(shape: int, initials: str, size: str = "") -> SafeString:
    """Return a seat's avatar by shape (0 to 4); without initials, a bot's face."""
    return format_html(
        '<span class="avatar seat-{}{}" aria-hidden="true">{}</span>',
        shape,
        size and f" {size}",
        initials or _BOT,
    )


class Person(NamedTuple):
    """Someone at the table, as the viewer sees them."""

    number: int
    name: SafeString
    """With its badge: see ``games.words.names``."""
    me: bool
    avatar: SafeString
    stand_in: SafeString = SafeString("")
    """A bot's face for this seat."""

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
        return now._replace(name=named(name, kind), me=False, avatar=face)

    @property
    def in_turn_order(self) -> list[Person]:
        """Clockwise, starting with the viewer."""
        first = self.seat or 0
        return [*self.everyone[first:], *self.everyone[:first]]

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
                avatar=avatar((one.number - first) % len(seats), "" if one.bot else one.name[:2]),
                stand_in=avatar((one.number - first) % len(seats), ""),
            )
            for one in seats
        ),
        seat,
    )
