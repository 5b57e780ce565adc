"""Errors look like the site, and say what to do."""

import pytest
from django.http import HttpRequest
from django.test import Client, RequestFactory
from django.views.defaults import bad_request, permission_denied, server_error

from tests.accounts.people import account
from tests.pages.page import Page, Visitor
from tests.tables import bot_game


@pytest.mark.django_db
def test_a_game_that_is_not_mine_does_not_exist(client: Client) -> None:
    game = bot_game()
    client.force_login(account())
    theirs = client.get(f"/games/{game.public_id}/")
    none = client.get("/games/nosuchgame12/")
    assert theirs.status_code == none.status_code == 404
    assert theirs.content == none.content
    page = Page(theirs)
    assert page.headings == ["No act at this address"]
    assert "/games/" in page.links
    assert client.post(f"/games/{game.public_id}/move/").status_code == 404


@pytest.mark.django_db
def test_an_expired_form_says_so(client: Client) -> None:
    strict = Client(enforce_csrf_checks=True)
    page = Page(strict.post("/play/"))
    assert page.status == 403
    assert page.headings == ["This form is too old"]
    assert "Nothing was played." in page.text


def test_a_press_without_its_token_plays_nothing(player: Visitor) -> None:
    page = player.press("show", cards=[1, 2], csrfmiddlewaretoken="wrong")
    assert page.status == 403
    assert player.look().headings == ["You’re on"]


def test_a_failure_needs_neither_database_nor_request() -> None:
    # Without the mark for it, a query fails this test.
    page = Page(server_error(RequestFactory().get("/")))
    assert page.status == 500
    assert page.headings == ["Our rope snapped"]
    assert "/games/" in page.links


@pytest.mark.parametrize(
    ("view", "status", "heading"),
    [
        (bad_request, 400, "That request made no sense"),
        (permission_denied, 403, "Not your stage door"),
    ],
)
def test_a_request_refused_before_anybody_is_known(view: object, status: int, heading: str) -> None:
    assert callable(view)
    request: HttpRequest = RequestFactory().get("/")
    page = Page(view(request, Exception()))
    assert page.status == status
    assert page.headings == [heading]
