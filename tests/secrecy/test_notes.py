"""Nobody else's page, file, message, tag or number of queries tells that a player has a note."""

from random import Random

import pytest

from games.models import Game, Note, Seat
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


def told(company: Company, person: Person, *, noted: bool) -> Told:
    """All that somebody is told of a game; perhaps its first player has a note."""
    steps = steps_of(looks(Chance(3, "by_type", 1))[20])
    with for_now():
        game = write(company, Facts(3), steps, Random(1).randbytes(32))
        if noted:
            note(game)
        return dict(Look(person, game).all(Part(tells_of_games)))


def note(game: Game) -> None:
    user = Seat.objects.get(game=game, number=0).user
    assert user is not None
    Note.objects.create(game=game, user=user, text="Bert hates to scout", version=1)


@pytest.mark.parametrize("role", ROLES if is_whole() else chance("notes").sample(ROLES, 1))
def test_a_note_changes_nothing_for_anybody_else(company: Company, role: Role) -> None:
    person = company.in_role(role, SEAT.get(role))
    one, other = (told(company, person, noted=noted) for noted in (False, True))
    assert one.keys() == other.keys()
    found = [Difference(what, one[what], other[what]) for what in one if one[what] != other[what]]
    assert not found, "\n".join(f"{each.what}\n{each.where()}" for each in found)
