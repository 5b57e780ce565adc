"""Players of a finished game who could be put on the viewer's list of friends."""

from typing import NamedTuple

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.utils.safestring import SafeString

from games.lobby.friends import to_befriend
from games.play.tables import Table
from games.words.people import people_at


class Acquaintance(NamedTuple):
    """One of them."""

    username: str
    label: SafeString


def acquaintances(table: Table, user: AbstractUser | AnonymousUser) -> list[Acquaintance]:
    """Return them, for somebody with an account who sat there."""
    there = {seat.user_id: seat.number for seat in table.seats if seat.user_id is not None}
    if user.pk not in there:
        return []
    people = people_at(table.seats, table.seat)
    return [
        Acquaintance(found.get_username(), people[there[found.pk]].label)
        for found in to_befriend(owner=user, user_ids=there.keys())
    ]
