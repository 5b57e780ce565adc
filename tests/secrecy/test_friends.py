"""Nothing tells who lists somebody, nor that a friend is here who doesn't let them see it."""

from collections.abc import Mapping
from itertools import product
from random import Random
from typing import NamedTuple
from unittest import mock

import pytest

from accounts.models import User
from games.live import watching
from games.models import Friend
from games.people import presence
from tests.rules.games import Chance
from tests.rules.play import steps_of
from tests.sample import chance, is_whole
from tests.secrecy.comparing import Difference, Told
from tests.secrecy.pairs import Role, looks
from tests.secrecy.requests import Part
from tests.secrecy.routes import tells_of_games
from tests.secrecy.stage import NOON, Company, Facts, Person, for_now, write
from tests.secrecy.surfaces import Look

pytestmark = [pytest.mark.slow, pytest.mark.sampled]

ROLES = [Role.OTHER_PLAYER, Role.SPECTATOR, Role.MODERATOR]
SEAT = {Role.OTHER_PLAYER: 1}


class Kept(NamedTuple):
    """What the viewer may not know of Anna, whom they have on their own list or not."""

    lists_viewer: bool = False
    lists_another: bool = False
    shows_presence: bool = False
    is_here: bool = False


NOTHING = Kept()
SECRETS: Mapping[str, tuple[bool, Kept]] = {
    "here, and shows nobody": (True, Kept(lists_viewer=True, lists_another=True, is_here=True)),
    "here, and shows others": (True, Kept(lists_another=True, shows_presence=True, is_here=True)),
    "here, and not on the list": (
        False,
        Kept(lists_viewer=True, shows_presence=True, is_here=True),
    ),
}
"""Whether Anna is on the viewer's list, and what there is to hide."""
PAIRS = list(product(ROLES, SECRETS))


def told(company: Company, person: Person, kept: Kept, *, on_list: bool, only: str = "") -> Told:
    """All that somebody is told in a world in which Anna has the first seat of a game."""
    steps = steps_of(looks(Chance(3, "by_type", 1))[20])
    anna, cleo = company.users[0], company.users[2]
    viewer = person.user
    assert viewer is not None
    pairs = {(viewer, anna): on_list, (anna, viewer): kept.lists_viewer}
    pairs |= {(anna, cleo): kept.lists_another, (cleo, anna): kept.lists_another}
    spots = {watching.person(anna.pk)} if kept.is_here else set()
    here = mock.patch.object(presence, "watched_of", lambda asked: spots & set(asked))
    with for_now(), here:
        game = write(company, Facts(3), steps, Random(1).randbytes(32))
        for (owner, friend), there in pairs.items():
            if there:
                Friend.objects.create(owner=owner, friend=friend, since=NOON)
        User.objects.filter(pk=anna.pk).update(shows_presence=kept.shows_presence)
        return dict(Look(person, game).all(Part(tells_of_games, only=only)))


@pytest.mark.parametrize(
    ("role", "secret"), PAIRS if is_whole() else chance("friends").sample(PAIRS, 1)
)
def test_what_friends_keep_to_themselves_changes_nothing(
    company: Company, role: Role, secret: str
) -> None:
    person = company.in_role(role, SEAT.get(role))
    on_list, kept = SECRETS[secret]
    one, other = (told(company, person, each, on_list=on_list) for each in (NOTHING, kept))
    assert one.keys() == other.keys()
    found = [Difference(what, one[what], other[what]) for what in one if one[what] != other[what]]
    assert not found, "\n".join(f"{each.what}\n{each.where()}" for each in found)


def test_what_a_friend_lets_friends_see_is_seen(company: Company) -> None:
    """So that the worlds above could differ."""
    person = company.in_role(Role.SPECTATOR)
    shown = Kept(lists_viewer=True, shows_presence=True, is_here=True)
    one, other = (
        told(company, person, each, on_list=True, only="/friends/") for each in (NOTHING, shown)
    )
    assert sorted(what for what in one if one[what] != other[what]) == [
        "GET /api/v1/friends/  {}",
        "GET /friends/  {}",
    ]
