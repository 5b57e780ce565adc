"""A finished game's players and ratings."""

from dataclasses import dataclass

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.utils.safestring import SafeString

from games.play.tables import Table
from games.results.rating_history import profiles_at
from games.words.amounts import plus
from games.words.people import people_at


@dataclass(frozen=True, slots=True)
class RatingLine:
    """A player with a profile."""

    label: str
    avatar: SafeString
    name: str
    """The username, for the profile's URL."""
    rated: bool
    before: int = 0
    after: int = 0
    give: int = 0
    change: str = ""


def rating_box(table: Table, user: AbstractUser | AnonymousUser) -> list[RatingLine]:
    """Return the players whose profiles ``user`` may see."""
    people = people_at(table.seats, table.seat)
    lines = []
    found = profiles_at(game_id=table.game.pk, viewer=user)
    for seat, name, changed in found:
        person = people[seat]
        lines.append(
            RatingLine(person.label, person.avatar, name, rated=False)
            if changed is None
            else RatingLine(
                person.label,
                person.avatar,
                name,
                rated=True,
                before=changed.before.rating,
                after=changed.after.rating,
                give=changed.after.give,
                change=plus(changed.by),
            )
        )
    return lines
