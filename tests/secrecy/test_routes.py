"""Every address, for every role and method, is answered or refused as its rule says."""

from collections.abc import Iterator
from http.cookies import SimpleCookie
from typing import Any, NamedTuple

import pytest
from django.db import transaction
from django.template.base import Template
from django.utils.safestring import SafeString

from games.models import (
    Actor,
    Audience,
    ChairEvent,
    ChatMessage,
    Game,
    GameInvitation,
    GameSummary,
    Move,
    Seat,
)
from tests.rules.games import Chance
from tests.rules.play import steps_of
from tests.sample import chance, is_whole
from tests.secrecy.addresses import address_of, known_to
from tests.secrecy.pairs import PLAYERS, Role, looks
from tests.secrecy.routes import Route, routes
from tests.secrecy.rules import RULES, TABLES, Rule, To, rule_for
from tests.secrecy.stage import Company, Facts, Happened, Person, write

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
ASKED_FIRST = ("GET", "POST")
SAFE = ("GET", "HEAD", "OPTIONS")
AWAY = ("/account/login/", "/account/signup/", "/admin/login/", "/admin/")
"""Where visitors are led who may not go on."""
ANSWER_OTHER_METHODS = ("admin:", "/admin/", "account_", "mfa_", "usersessions_", "api:plan")
"""Pages of libraries, Django's admin and allauth, which treat any method but POST as GET, or PUT
as POST, and a player's plan, which has PUT and DELETE; all other views refuse the methods that they
do not serve.
"""


SEATS = {Role.PLAYER: 0, Role.OTHER_PLAYER: 1, Role.LEFT: 2}


class Reply(NamedTuple):
    status: int
    to: str
    """Where it redirects, if it does."""
    empty: bool

    @property
    def refused(self) -> bool:
        """Whether they learn only that this is not for them."""
        led_away = self.to.split("?")[0] in AWAY
        return self.status in (401, 403, 404, 405, 501) or led_away


def test_every_route_has_a_rule() -> None:
    without = [route.name for route in routes() if rule_for(route.name) is None]
    assert without == []


def test_every_rule_has_a_route() -> None:
    names = {route.name for route in routes()}
    tables = {f"admin:{table}_changelist" for table in TABLES}
    assert {*RULES, *tables} <= names


@pytest.fixture
def games(company: Company) -> dict[bool, Game]:
    """A public game under way, and one by invitation, which the third player has left."""
    steps = steps_of(looks(Chance(3, "by_type", 1))[20])
    left = Happened(ChairEvent.LEAVE, Actor.PLAYER, SEATS[Role.LEFT], before_last=3)
    public = Facts(3, Audience.OPEN, happened=left)
    private = public._replace(audience=Audience.INVITATION, public_id="private22222")
    return {
        False: write(company, private, steps, b"1" * 32),
        True: write(company, public, steps, b"2" * 32),
    }


@pytest.fixture
def blank(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only who gets a page matters here, and rendering takes long."""
    monkeypatch.setattr(Template, "render", lambda *_: SafeString())


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.usefixtures("blank")
@pytest.mark.parametrize("role", list(Role))
def test_an_address_answers_nobody_but_those_its_rule_names(
    company: Company, games: dict[bool, Game], role: Role
) -> None:
    person = company.in_role(role, SEATS.get(role))
    faults = []
    for is_open, game in games.items():
        before, known = facts_of(game), known_to(person, game)
        for route, rule in all_rules(everywhere=is_open):
            address = address_of(route, known)
            for method in methods(route, role, is_open=is_open):
                with transaction.atomic():
                    reply = ask(person, method, address)
                    changed = not reply.refused and facts_of(game) != before
                    transaction.set_rollback(True)
                if method in SAFE or not may_change(route, role):
                    assert not changed, f"{method} {address} changed the game"
                if not fits(route, rule, method, reply, role, is_open=is_open):
                    faults.append(f"{method} {route.name}: {reply}, is_open={is_open}")
    assert not faults, "\n".join(faults)


def may_change(route: Route, role: Role) -> bool:
    """A deleted account gives up its seats, also those that it left before.

    The seats of one that becomes a bot account are named as such.
    """
    of_seats = ("accounts:delete", "accounts:bot_account")
    return role in PLAYERS or (role in SEATS and route.name in of_seats)


def methods(route: Route, role: Role, *, is_open: bool) -> tuple[str, ...]:
    """GET, POST and, in the open game, one of the others or all."""
    if not is_open:
        return ASKED_FIRST
    if is_whole():
        return METHODS
    others = [method for method in METHODS if method not in ASKED_FIRST]
    return (*ASKED_FIRST, chance(f"{role} {route.name}").choice(others))


def all_rules(*, everywhere: bool) -> Iterator[tuple[Route, Rule]]:
    """Everywhere, or only routes that name a game."""
    for route in routes():
        rule = rule_for(route.name)
        if rule and (everywhere or not {"public_id", "secret"}.isdisjoint(route.parameters)):
            yield route, rule


def ask(person: Person, method: str, address: str) -> Reply:
    """An empty request; cookies stay the same."""
    client = person.client
    kept = client.cookies.output(header="", sep=";")
    form = method == "POST" and "/api/" not in address
    kind = "application/x-www-form-urlencoded" if form else "application/json"
    response: Any = client.generic(method, address, content_type=kind)
    body = b"".join(response) if response.streaming else response.content
    client.cookies = SimpleCookie(kept)
    return Reply(response.status_code, response.headers.get("Location", ""), not body)


def facts_of(game: Game) -> object:
    """Only players may change these."""
    return (
        Move.objects.filter(game=game).count(),
        ChatMessage.objects.filter(game=game).count(),
        GameInvitation.objects.filter(game=game).count(),
        list(Seat.objects.filter(game=game).values_list("number", "user", "summary__agrees")),
        list(GameSummary.objects.filter(game=game).values_list("version", "game__revision")),
    )


def fits(route: Route, rule: Rule, method: str, reply: Reply, role: Role, *, is_open: bool) -> bool:
    get, post = (welcome(to, role, is_open=is_open) for to in rule)
    match method:
        case "GET" | "HEAD":
            return get != reply.refused or rule.get == To.WHOEVER
        case "POST":
            # An empty request can be refused even to those who may send something.
            return post or reply.refused
        case "OPTIONS":
            return reply.empty or reply.refused or get or post
        case _:
            if get or post:
                return reply.status == 405 or route.name.startswith(ANSWER_OTHER_METHODS)
            return reply.refused


def welcome(to: To, role: Role, *, is_open: bool) -> bool:
    match to:
        case To.ALL | To.LINK | To.WHOEVER:
            return True
        case To.ACCOUNTS:
            return role not in (Role.STRANGER, Role.GUEST)
        case To.SESSIONS:
            return role != Role.STRANGER
        case To.DESK:
            return role in (Role.MODERATOR, Role.STAFF)
        case To.STAFF:
            return role == Role.MODERATOR
        case To.WATCHERS:
            return is_open or role in SEATS
        case To.WATCHERS_WITH_ACCOUNT:
            return role in SEATS or (is_open and role != Role.STRANGER)
        case To.PLAYERS:
            return role in PLAYERS
        case To.NOBODY:
            return False
