"""Nothing tells anybody else of a player's quiet hours, or of a holiday that doesn't run."""

from random import Random

import pytest

from accounts.models import User
from games.models import Game, Seat
from games.rest.week import week_text
from tests.rest.weeks import NIGHTS
from tests.rules.games import Chance
from tests.rules.play import steps_of
from tests.sample import chance, is_whole
from tests.secrecy.comparing import Difference, Told
from tests.secrecy.pairs import Role, looks
from tests.secrecy.requests import Part
from tests.secrecy.routes import tells_of_games
from tests.secrecy.stage import Company, Facts, Person, for_now, write
from tests.secrecy.surfaces import Look

pytestmark = [pytest.mark.slow, pytest.mark.sampled]

ROLES = [Role.OTHER_PLAYER, Role.SPECTATOR, Role.MODERATOR]
SEAT = {Role.OTHER_PLAYER: 1}
HOLIDAYS = """\
2026-11-16 2026-11-20 Europe/Berlin 2026-11-17T08:00:00+00:00
2026-12-20 2026-12-27 Europe/Berlin"""
"""One that ended early and one to come."""


def told(company: Company, person: Person, *, rests: bool) -> Told:
    """All that somebody is told of a game; perhaps its first player rests."""
    steps = steps_of(looks(Chance(3, "by_type", 1))[20])
    with for_now():
        game = write(company, Facts(3), steps, Random(1).randbytes(32))
        if rests:
            rest(game)
        return dict(Look(person, game).all(Part(tells_of_games)))


def rest(game: Game) -> None:
    users = Seat.objects.filter(game=game, number=0).values("user")
    User.objects.filter(pk__in=users).update(quiet_week=week_text(NIGHTS), holidays=HOLIDAYS)


@pytest.mark.parametrize("role", ROLES if is_whole() else chance("rest").sample(ROLES, 1))
def test_rest_changes_nothing_for_anybody_else(company: Company, role: Role) -> None:
    person = company.in_role(role, SEAT.get(role))
    one, other = (told(company, person, rests=rests) for rests in (False, True))
    assert one.keys() == other.keys()
    found = [Difference(what, one[what], other[what]) for what in one if one[what] != other[what]]
    assert not found, "\n".join(f"{each.what}\n{each.where()}" for each in found)
