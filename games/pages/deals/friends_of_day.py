"""What friends made of a day's deal, in words."""

from collections.abc import Sequence
from typing import NamedTuple

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.deals.daily.reading import Friendly
from games.models import Kind
from games.pages.profile.faces import face_of
from games.words.amounts import plus
from games.words.names import listed, named, told


class FriendLine(NamedTuple):
    """A line of the table."""

    face: SafeString
    name: SafeString | str
    said: str
    mine: bool


class FriendsPanel(NamedTuple):
    """What the page tells of a player's friends."""

    any: bool
    """Whether there are friends."""
    lines: Sequence[FriendLine]
    """Best first, with the viewer; empty until the viewer has finished."""
    count_said: str
    """``"3 of 5 played"``, with the viewer."""
    said: str
    """Before the viewer has finished: who has played; afterwards: who hasn't."""


def friends_panel(
    friends: Sequence[Friendly], user: AbstractUser | AnonymousUser, mine: int | None
) -> FriendsPanel:
    """Return the panel; ``mine``: the viewer's points, None until they have finished."""
    played = [each for each in friends if each.played]
    if mine is None:
        return FriendsPanel(bool(friends), (), "", _have_played(played))
    own = FriendLine(face_of(user.get_username(), own=True), _("You"), plus(mine), mine=True)
    lines = [(each.points or 0, _line(each)) for each in played]
    ordered = sorted([(mine, own), *lines], key=lambda each: -each[0])
    return FriendsPanel(
        bool(friends),
        [line for _points, line in ordered] if played else (),
        _("{played} of {all} played").format(played=1 + len(played), all=1 + len(friends)),
        _have_not_played([each for each in friends if not each.played]),
    )


def _line(friend: Friendly) -> FriendLine:
    said = plus(friend.points or 0)
    return FriendLine(face_of(friend.name), named(friend.name, Kind.MEMBER), said, mine=False)


def _have_played(friends: Sequence[Friendly]) -> str:
    if not friends:
        return _("None of your friends has played it yet.")
    names = [named(friend.name, Kind.MEMBER) for friend in friends]
    if len(names) == 1:
        return told(_("{name} has played."), name=names[0])
    return told(_("{names} have played."), names=listed(names, _("and")))


def _have_not_played(friends: Sequence[Friendly]) -> str:
    if not friends:
        return ""
    names = [named(friend.name, Kind.MEMBER) for friend in friends]
    if len(names) == 1:
        return told(_("{name} hasn’t played yet."), name=names[0])
    return told(_("{names} haven’t played yet."), names=listed(names, _("and")))
