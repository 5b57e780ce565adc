"""The rematch part of a finished game."""

from typing import NamedTuple

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.utils.translation import gettext as _

from games.lobby.finding import rematch_of
from games.models import GameStatus
from games.play.tables import Table
from games.words.names import listed
from games.words.people import people_at


class RematchBox(NamedTuple):
    """A finished game's rematch part."""

    alone: bool
    """Against bots only: one press starts."""
    others: str
    """Names of the people to play again with; empty without any who are still here."""
    agreed: str
    """Names of those who want it."""
    mine: bool
    begun: bool


def rematch_box(table: Table, user: AbstractUser | AnonymousUser) -> RematchBox | None:
    """Return the box for the game's players."""
    if table.seat is None:
        return None
    people = people_at(table.seats, table.seat)
    found = rematch_of(game=table.game, user=user)
    agreed = found.agreed if found else frozenset()
    there = {seat.number for seat in table.seats if seat.user_id is not None}
    others = [person.name for person in people.others if person.number in there]
    return RematchBox(
        alone=sum(1 for seat in table.seats if seat.bot) == len(table.seats) - 1,
        others=listed(others, _("and")),
        agreed=listed([people[number].label for number in sorted(agreed)], _("and")),
        mine=table.seat in agreed,
        begun=found is not None and found.status != GameStatus.OPEN,
    )
