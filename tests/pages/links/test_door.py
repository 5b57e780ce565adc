"""Signing in at a closed door leads to the table behind it, by every way."""

import re

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from games.lobby.opening import create_game
from games.lobby.terms import Terms
from games.models import Game
from tests.accounts.people import PASSWORD, account, code_in
from tests.pages.page import Page

pytestmark = pytest.mark.django_db

CONFIRM = "/account/login/code/confirm/"


@pytest.fixture(autouse=True)
def _no_codes_from_before() -> None:
    """Ben of another test asked for some within the same minute."""
    cache.clear()


@pytest.fixture
def ben() -> User:
    return account("Ben", "ben@example.org")


@pytest.fixture
def game(ben: User) -> Game:
    return create_game(user=ben, terms=Terms(players=3, name="Tuesday Troupe"))


def ask_for_a_code(client: Client, login: str, path: str) -> Page:
    answer = client.post("/account/login/code/", {"email": login, "next": path}, follow=True)
    return Page(answer)


def code_in_the_mail() -> str:
    (sent,) = mail.outbox
    return code_in(str(sent.body))


@pytest.mark.parametrize("login", ["ben@example.org", "Ben@Example.org", "Ben", "ben"])
def test_by_a_code_asked_for_in_one_press(game: Game, login: str) -> None:
    path = f"/games/{game.public_id}/"
    client = Client()
    door = Page(client.get(path))
    assert door.status == 404
    assert door.title == "Sign in · Next Act"
    assert f'<input type="hidden" name="next" value="{path}">' in door.html
    page = ask_for_a_code(client, login, path)
    assert f"If {login} belongs to an account here, a code is on its way." in page.text
    answer = client.post(CONFIRM, {"code": code_in_the_mail(), "next": path})
    assert answer["Location"] == path
    assert "Tuesday Troupe" in Page(client.get(path)).text


def test_by_password(game: Game) -> None:
    path = f"/games/{game.public_id}/"
    client = Client()
    assert "Use my password" in Page(client.get(path)).links.values()
    form = {"login": "Ben", "password": PASSWORD, "next": path}
    assert client.post("/account/login/", form)["Location"] == path


def test_a_query_is_kept_on_the_way(game: Game) -> None:
    client = Client()
    page = Page(client.get(f"/games/{game.public_id}/?chat=open"))
    assert f'value="/games/{game.public_id}/?chat=open"' in page.html
    assert f"?next=%2Fgames%2F{game.public_id}%2F%3Fchat%3Dopen" in page.html


def test_a_rewind_that_an_email_asks_for_is_behind_it_too(game: Game) -> None:
    path = f"/games/{game.public_id}/rewind/"
    client = Client()
    door = Page(client.get(path))
    assert (door.status, door.title) == (404, "Sign in · Next Act")
    form = {"login": "Ben", "password": PASSWORD, "next": path}
    assert client.post("/account/login/", form)["Location"] == path


def test_there_may_be_none_behind_it(ben: User) -> None:
    client = Client()
    form = {"login": "Ben", "password": PASSWORD, "next": "/games/nosuchgame22/"}
    page = Page(client.post("/account/login/", form, follow=True))
    assert page.status == 404
    assert page.headings == ["No act at this address"]


def test_asking_by_name_tells_nothing_of_the_account(ben: User) -> None:
    unconfirmed = User.objects.create_user("Carla", "carla@example.org")
    EmailAddress.objects.create(user=unconfirmed, email="carla@example.org", primary=True)
    pages = {}
    for name in ("Ben", "Carla", "Nobody"):
        page = ask_for_a_code(Client(), name, "/games/")
        pages[name] = re.sub(r'value="\w{64}"', "", page.html).replace(name, "NAME")
        assert "example.org" not in page.html
    assert pages["Ben"] == pages["Carla"] == pages["Nobody"]
    (sent,) = mail.outbox
    assert sent.to == ["ben@example.org"]


@pytest.mark.parametrize("typed", ["\N{KELVIN SIGN}arl@example.com", "KARL@EXAMPLE.COM"])
def test_a_code_goes_to_the_address_of_the_account_however_it_is_typed(typed: str) -> None:
    account("Karl", "karl@example.com")
    page = ask_for_a_code(Client(), typed, "/games/")
    (sent,) = mail.outbox
    assert sent.to == ["karl@example.com"]
    assert f"If {typed} belongs to an account here" in page.text


def test_what_is_neither_name_nor_address_is_said_so() -> None:
    page = ask_for_a_code(Client(), "ben@", "/games/x/")
    assert "That isn’t an email address." in page.text
    assert '<input type="hidden" name="next" value="/games/x/">' in page.html
    assert mail.outbox == []


def test_a_guest_is_led_to_sign_in_too(game: Game) -> None:
    client = Client()
    client.post("/play/")
    page = Page(client.get(f"/games/{game.public_id}/"))
    assert page.headings == ["No act at this address"]
    assert page.links[f"/account/login/?next=%2Fgames%2F{game.public_id}%2F"] == (
        "Sign in and look again"
    )
