"""The rematch part of a finished game."""

from collections.abc import Sequence
from typing import NamedTuple

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.lobby.finding import rematch_of
from games.models import GameStatus
from games.play.tables import Table
from games.words.names import listed, told
from games.words.people import Person, people_at


class RematchBox(NamedTuple):
    """A finished game's rematch part."""

    alone: bool
    """Against bots only: one press starts."""
    others: str
    """Names of the people to play again with; empty without any who are still here."""
    want: str
    """Names those who want it: ``"Bruno wants one too."``"""
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
        want=_want([people[number] for number in sorted(agreed)]),
        mine=table.seat in agreed,
        begun=found is not None and found.status != GameStatus.OPEN,
    )


def _want(agreed: Sequence[Person]) -> str:
    names = listed([person.name for person in agreed if not person.me], _("and"))
    mine = any(person.me for person in agreed)
    if not names:
        return _("You want one. The others are asked.") if mine else ""
    count = len(agreed) - mine
    template = (
        ngettext("You and {names} want one.", "You, {names} want one.", count)
        if mine
        else ngettext("{names} wants one too.", "{names} want one too.", count)
    )
    return told(template, names=names)
