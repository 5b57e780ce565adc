"""A game's players and what it did to their ratings."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.contrib.humanize.templatetags.humanize import ordinal
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.play.tables import Table
from games.results.rating_history import Changed, Profiled, profiles_at
from games.words.amounts import plus
from games.words.people import people_at


@dataclass(frozen=True, slots=True)
class RatingLine:
    """A player with a profile."""

    label: SafeString
    avatar: SafeString
    name: str
    """The username, for the profile's URL."""
    changed: Changed | None
    by: str
    why: str
    """Why they took the last place, if they did."""


@dataclass(frozen=True, slots=True)
class RatingBox:
    """The players whose profiles the viewer may see."""

    lines: Sequence[RatingLine]
    rated: bool
    note: str
    """Why the game counts for less, if it does."""


def rating_box(table: Table, user: AbstractUser | AnonymousUser) -> RatingBox | None:
    """Return what ``user`` may see of it, if anything."""
    people = people_at(table.seats, table.seat)
    found = profiles_at(game_id=table.game.pk, viewer=user)
    if not found:
        return None
    lines = [
        RatingLine(
            label=people[each.seat].label,
            avatar=people[each.seat].avatar,
            name=each.name,
            changed=each.changed,
            by=plus(each.changed.by) if each.changed else "",
            why=_why(each, me=people[each.seat].me) if each.changed and each.charged else "",
        )
        for each in found
    ]
    note = _note(found)
    return RatingBox(lines, rated=bool(note) or any(line.changed for line in lines), note=note)


def _why(player: Profiled, *, me: bool) -> str:
    if player.left:
        return _("Last place for the rating: left the game.")
    return (
        _("Last place for the rating: a bot or the clock made more than a third of your decisions.")
        if me
        else _(
            "Last place for the rating: a bot or the clock made more than a third of the decisions."
        )
    )


def _note(found: Sequence[Profiled]) -> str:
    still = next((each for each in found if each.nobody_gains), None)
    if still is not None:
        if still.finished:
            return _(
                "Nobody gains: somebody left in the first round, or everybody took the last place."
            )
        return _("The game ended unfinished: nobody gains.")
    repeat = max((each.changed.repeat for each in found if each.changed), default=1)
    if repeat == 1:
        return ""
    return _(
        "This game counts 1/{n}: it is the {nth} rated game within 30 days with the same people."
    ).format(n=repeat, nth=ordinal(repeat))
