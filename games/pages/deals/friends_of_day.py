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
    """What the page tells of a player's friends who have played."""

    lines: Sequence[FriendLine]
    """Best first, with the viewer; empty until the viewer has finished, and without friends."""
    said: str
    """Who has played, until the viewer has finished."""


def friends_panel(
    friends: Sequence[Friendly], user: AbstractUser | AnonymousUser, mine: int | None
) -> FriendsPanel:
    """Return the panel; ``mine``: the viewer's points, None until they have finished."""
    if mine is None or not friends:
        return FriendsPanel((), _have_played(friends))
    own = FriendLine(face_of(user.get_username(), own=True), _("You"), plus(mine), mine=True)
    lines = [(each.points or 0, _line(each)) for each in friends]
    ordered = sorted([(mine, own), *lines], key=lambda each: -each[0])
    return FriendsPanel([line for _points, line in ordered], "")


def _line(friend: Friendly) -> FriendLine:
    said = plus(friend.points or 0)
    return FriendLine(face_of(friend.name), named(friend.name, Kind.MEMBER), said, mine=False)


def _have_played(friends: Sequence[Friendly]) -> str:
    names = [named(friend.name, Kind.MEMBER) for friend in friends]
    if not names:
        return ""
    if len(names) == 1:
        return told(_("{name} has played."), name=names[0])
    return told(_("{names} have played."), names=listed(names, _("and")))
