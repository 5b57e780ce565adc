"""Asking the table to take moves back, and which moves have been, as a game's log tells of them."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from games.models import Actor, ChairEvent
from games.rules.cards import Cards
from games.rules.game import PublicMove

ASKED_FOR = timedelta(hours=48)
"""Silence this long is a no."""


class Asked(NamedTuple):
    """The table is asked to take moves back."""

    since: datetime
    seat: int | None
    """Of the player who asks; None if a moderator does."""
    to: int
    """The version of the first move that would be undone."""
    agreed: frozenset[int]

    def missing(self, people: Collection[int], left: Collection[int]) -> frozenset[int]:
        """Return the people who have neither agreed nor left."""
        return frozenset(people) - frozenset(left) - self.agreed

    @property
    def until(self) -> datetime:
        """When it lapses."""
        return self.since + ASKED_FOR


def asked_after(
    asked: Asked | None,
    *,
    type: str,  # noqa: A002
    seat: int,
    actor: str,
    at: datetime,
    to: int | None,
) -> Asked | None:
    """Return what the table is asked after a row, if anything."""
    match type:
        case ChairEvent.ASK_REWIND:
            by = None if actor == Actor.MODERATOR else seat
            return Asked(at, by, to or 0, frozenset() if by is None else frozenset({by}))
        case ChairEvent.AGREE_REWIND if asked is not None:
            return asked._replace(agreed=asked.agreed | {seat})
        case ChairEvent.REFUSE_REWIND | ChairEvent.REWIND | ChairEvent.VOID:
            return None
    return asked


class Undone(NamedTuple):
    """A turn that was taken back, as everybody saw it."""

    round_number: int
    number: int
    """In its round, from 1."""
    version: int
    """Of its row."""
    actor: str
    move: PublicMove
    ring: Cards
    """What lay in the ring before it."""
    owner: int | None
    """The last to have shown before it."""
    by: int
    """The version of the row that undoes it."""


def places_of(undone: Sequence[Undone]) -> dict[int, int]:
    """Return, by version, after how many standing turns each of a round's ``undone`` turns comes.

    A later rewind may have gone further back than the one that undid it.
    """
    places: dict[int, int] = {}
    stays: int | None = None
    for each in sorted(undone, key=lambda each: (each.by, each.version), reverse=True):
        stays = each.number - 1 if stays is None else min(stays, each.number - 1)
        places[each.by] = stays
    return {each.version: places[each.by] for each in undone}


class _Event(NamedTuple):
    """What is read of a row here."""

    type: str
    seat: int
    actor: str


def asked_in_vain(rows: Iterable[tuple[str, int, str]]) -> frozenset[int]:
    """Return the seats that asked in a round, of which these are types, seats and actors, and
    whose moves stayed.
    """
    vain: set[int] = set()
    last: int | None = None
    for row in map(_Event._make, rows):
        if row.type == ChairEvent.ASK_REWIND and row.actor == Actor.PLAYER:
            last = row.seat
        elif row.type == ChairEvent.REFUSE_REWIND and last is not None:
            vain.add(last)
            last = None
        elif row.type in (ChairEvent.REWIND, ChairEvent.ASK_REWIND):
            last = None
    return frozenset(vain)
