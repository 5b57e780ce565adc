"""The list of news: what happened, what is unread, what waits for an answer."""

import pytest
from bs4 import BeautifulSoup
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.lobby.invitations import decline, invite
from games.lobby.opening import create_game
from games.lobby.terms import Terms
from games.models import Game, Notice
from tests.accounts.people import account
from tests.pages.lobby.pressing import signed_in
from tests.pages.page import Page
from tests.tables import play_on
from tests.telling.people import table

pytestmark = pytest.mark.django_db

NEWS = "/news/"


@pytest.fixture
def maya(db: None) -> User:
    return account("Maya", "maya@example.org")


@pytest.fixture
def bruno(db: None) -> User:
    return account("Bruno", "bruno@example.org")


@pytest.fixture
def game(maya: User, bruno: User) -> Game:
    """Maya has asked Bruno to her table."""
    game = create_game(user=maya, terms=Terms(players=3, name="Slow Sunday"))
    invite(game_id=game.pk, by=maya, user=bruno)
    return game


def count(client: Client) -> str:
    """In the header and, if it is not empty, the title."""
    page = BeautifulSoup(client.get("/rules/").content, "html.parser")
    number, title = page.select_one("#waiting-count [aria-hidden]"), page.select_one("title")
    shown = number.get_text() if number else ""
    assert title
    assert title.get_text().startswith("(") == bool(shown)
    assert title.get_text().startswith(f"({shown}) " if shown else "")
    return shown


def test_an_invitation_is_counted_until_it_is_answered_however_often_it_was_read(
    game: Game, bruno: User
) -> None:
    client = signed_in(bruno)
    for _ in range(2):
        page = Page(client.get(NEWS))
        assert "Maya invites you to Slow Sunday." in page.text
        assert "Sit down" in page.text
        assert count(client) == "1"
    client.post(f"/games/{game.public_id}/decline/")
    page = Page(client.get(NEWS))
    assert "Maya invited you to Slow Sunday." in page.text
    assert f"/games/{game.public_id}/" not in page.links
    assert count(client) == ""


def test_an_end_is_news_until_it_was_read_in_the_list_or_at_the_table(
    maya: User, bruno: User
) -> None:
    over = table(maya, bruno, name="Duel")
    play_on(over)
    mine, theirs = signed_in(maya), signed_in(bruno)
    assert (count(mine), count(theirs)) == ("1", "1")
    assert "Duel is over." in Page(mine.get(NEWS)).text
    assert "Duel is over." in Page(theirs.get("/games/")).text
    theirs.get(f"/games/{over.public_id}/")
    assert (count(mine), count(theirs)) == ("", "")


@pytest.mark.parametrize("how", ["head", "prefetch"])
def test_what_nobody_looks_at_is_not_read(maya: User, bruno: User, how: str) -> None:
    play_on(table(maya, bruno))
    client = signed_in(maya)
    if how == "head":
        client.head(NEWS)
    else:
        client.get(NEWS, headers={"Sec-Purpose": "prefetch"})
    assert Notice.objects.filter(user=maya, state="unread").exists()


def test_a_start_counts_with_the_turn_it_brings(maya: User, bruno: User) -> None:
    table(maya, bruno, moves=-2)
    assert count(signed_in(maya)) == "1"


def test_the_list_takes_as_many_queries_for_many_as_for_one(maya: User, bruno: User) -> None:
    client = signed_in(bruno)
    numbers = []
    for each in range(6):
        game = create_game(user=maya, terms=Terms(players=3))
        invite(game_id=game.pk, by=maya, user=bruno)
        client.get(NEWS)
        if each in (0, 5):
            with CaptureQueriesContext(connection) as queries:
                client.get(NEWS)
            numbers.append(len(queries))
    assert numbers[0] == numbers[1]


def test_whoever_declines_is_not_asked_by_the_list(game: Game, bruno: User) -> None:
    decline(game_id=game.pk, user=bruno)
    assert "Sit down" not in Page(signed_in(bruno).get(NEWS)).text


def test_visitors_are_asked_to_sign_in(client: Client, db: None) -> None:
    assert client.get(NEWS)["Location"].startswith("/account/login/")
