"""What taking moves back changes, and what everybody has seen of hands."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from django.utils.safestring import SafeString
from django.utils.translation import ngettext

from games.rules.game import PublicMove
from games.rules.views import View
from games.words.sets import numbers


class Turn(Protocol):
    """A turn that is undone."""

    @property
    def move(self) -> PublicMove: ...


class Undoing(Protocol):
    """What is undone."""

    @property
    def undone(self) -> Sequence[Turn]: ...
    @property
    def now(self) -> View: ...
    @property
    def then(self) -> View: ...


class Number(NamedTuple):
    """A number now and afterwards."""

    now: int
    then: int

    @property
    def changed(self) -> bool:
        return self.now != self.then


class Compared(NamedTuple):
    """A seat's public numbers."""

    name: SafeString
    cards: Number
    won: Number
    chips: Number


class Seen(NamedTuple):
    """Cards of a seat that everybody has seen, and that are in its hand again afterwards."""

    seat: int
    cards: str


def moves_text(count: int) -> str:
    """Return ``"1 move"`` or ``"3 moves"``."""
    return ngettext("{count} move", "{count} moves", count).format(count=count)


def compared(undoing: Undoing, names: Sequence[SafeString]) -> list[Compared]:
    """Return each seat's numbers, by seat."""
    now, then = undoing.now, undoing.then
    return [
        Compared(
            name,
            Number(now.hand_counts[seat], then.hand_counts[seat]),
            Number(now.collected[seat], then.collected[seat]),
            Number(now.chips[seat], then.chips[seat]),
        )
        for seat, name in enumerate(names)
    ]


def seen_since(undoing: Undoing) -> list[Seen]:
    """Return the sets that are taken back into hands, in the order in which they were shown."""
    return [
        Seen(turn.move.seat, numbers(turn.move.cards))
        for turn in undoing.undone
        if turn.move.cards is not None
    ]
