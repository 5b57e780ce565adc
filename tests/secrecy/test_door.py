"""The closed door: nobody can tell a game that is hidden from one that does not exist."""

import pytest
from django.core.cache import cache
from django.test import Client

from games.models import Audience, Game
from tests.rules.games import Chance
from tests.rules.play import steps_of
from tests.secrecy.addresses import address_of, known_to
from tests.secrecy.pairs import Role, looks
from tests.secrecy.requests import Asked
from tests.secrecy.routes import routes
from tests.secrecy.stage import Company, Facts, Person, write
from tests.secrecy.surfaces import Answer, Look

PARTS = ("", "replay/", "replay/?round=1&move=2", "?invitation=guessed", "?chat=open", "?x=%C3%A9")


@pytest.fixture
def hidden(company: Company) -> Game:
    """A game under way, by invitation."""
    steps = steps_of(looks(Chance(3, "by_type", 1))[20])
    return write(company, Facts(3, Audience.INVITATION), steps, b"1" * 32)


def seen(person: Person, game: Game, part: str) -> Answer:
    return Look(person, game).ask(Asked("GET", f"/games/{game.public_id}/{part}"))


@pytest.mark.parametrize("audience", [Audience.INVITATION, Audience.OWN])
@pytest.mark.parametrize("part", PARTS)
def test_it_is_the_same_to_the_byte_whether_there_is_a_game(
    company: Company, hidden: Game, audience: Audience, part: str
) -> None:
    Game.objects.filter(pk=hidden.pk).update(audience=audience)
    stranger = company.in_role(Role.STRANGER)
    there = seen(stranger, hidden, part)
    Game.objects.filter(pk=hidden.pk).update(public_id="elsewhere222")
    assert seen(stranger, hidden, part) == there
    assert there.status == 404
    assert b"Sign in to see this table" in there.body
    assert "Sign in · Next Act" in there.body.decode()
    assert there.queries == 1


@pytest.mark.parametrize("audience", [Audience.INVITATION, Audience.OWN])
@pytest.mark.parametrize("role", [Role.STRANGER, Role.GUEST, Role.SPECTATOR])
def test_no_address_of_a_hidden_game_tells_it_from_none(
    company: Company, hidden: Game, role: Role, audience: Audience
) -> None:
    """Not by a byte, a header, a cookie or a query, also for programs and parts of pages."""
    Game.objects.filter(pk=hidden.pk).update(audience=audience)
    person = company.in_role(role)
    person.client.get("/about/")
    known = known_to(person, hidden)
    addresses = [
        address_of(route, known)
        for route in routes()
        if "public_id" in route.parameters and "/games/" in route.path
    ]
    assert len(addresses) > 20
    asked = [
        Asked(method, address, headers=headers)
        for address in addresses
        for method in ("GET", "POST")
        for headers in ({}, {"HX-Request": "true", "Page-Visible": "1"})
    ]
    look = Look(person, hidden)

    def answers() -> dict[str, Answer]:
        found = {}
        for each in asked:
            cache.clear()
            found[each.written] = look.ask(each)
        return found

    there = answers()
    Game.objects.filter(pk=hidden.pk).update(public_id="elsewhere222")
    missing = answers()
    assert [what for what in there if there[what] != missing[what]] == []


@pytest.mark.parametrize("role", [Role.GUEST, Role.SPECTATOR])
def test_whoever_is_signed_in_is_told_that_there_is_none(
    company: Company, hidden: Game, role: Role
) -> None:
    person = company.in_role(role)
    # The day's first page notes a visit, and greets.
    person.client.get("/about/")
    there = seen(person, hidden, "")
    Game.objects.filter(pk=hidden.pk).update(public_id="elsewhere222")
    assert seen(person, hidden, "") == there
    assert there.status == 404
    assert b"No act at this address" in there.body
    led = b'href="/account/login/?next=%2Fgames%2Fsecretgame22%2F"' in there.body
    assert led == (role == Role.GUEST)


def test_an_open_game_needs_no_key(company: Company, hidden: Game) -> None:
    Game.objects.filter(pk=hidden.pk).update(audience=Audience.OPEN)
    assert Client().get(f"/games/{hidden.public_id}/").status_code == 200
    assert Client().get(f"/games/{hidden.public_id}/replay/").status_code == 200
    assert Client().get(f"/invitation/{hidden.invitation}/").status_code == 200
