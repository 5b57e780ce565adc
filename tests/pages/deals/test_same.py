"""The same deal in the browser, without JavaScript."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.guests.lifetime import new_guest
from games.deals.sharing import offered, sit_down
from games.models import DealCopy, Game
from tests.pages.page import Page
from tests.tables import bot_game, play_on

pytestmark = pytest.mark.django_db


def finished(level: str = "easy") -> tuple[Game, Client]:
    """A guest's game against bots, and their browser."""
    game = bot_game(3)
    play_on(game, level=level)
    client = Client()
    user = game.seats.get(bot="").user
    assert user is not None
    client.force_login(user)
    return game, client


def passed_on(game: Game, client: Client) -> str:
    """The address of its deal, as its player gets it."""
    table = Page(client.get(f"/games/{game.public_id}/"))
    assert "Same deal for a friend" in table.text
    return str(client.post(f"/games/{game.public_id}/deal/").headers["Location"])


def test_a_friend_plays_it_and_compares() -> None:
    game, client = finished()
    address = passed_on(game, client)
    mine = Page(client.get(address))
    assert f"http://testserver{address}" in mine.html or address in mine.html
    assert "Nobody else has finished it yet" in mine.text
    friend = Client()
    before = Page(friend.get(address))
    assert "What would you make of them?" in before.text
    table = friend.post(address).headers["Location"]
    assert "Go on playing" in Page(friend.get(address)).text
    copy = DealCopy.objects.get().game
    page, board = Page(friend.get(table)), Page(friend.get(f"{table}board/"))
    for shown in (page, board):
        assert game.public_id not in shown.html
        assert game.commitment not in shown.html
        assert "This is the deal of another game" in shown.text or shown is board
    play_on(copy, level="lev")
    after = Page(friend.get(address))
    assert "You parted at" in after.text
    assert "not seen before" in after.text
    assert copy.commitment in Page(friend.get(table)).html
    assert "Compare" in Page(friend.get(table)).text
    both = Page(client.get(address))
    assert "Choice by choice: you and" in both.text
    assert client.get(f"{address}?with=9").status_code == 404


def test_before_the_end_nothing_tells_how_it_went() -> None:
    pages = []
    for level in ("easy", "lev"):
        game, client = finished(level)
        address = passed_on(game, client)
        friend = Client()
        friend.force_login(new_guest())
        name = game.seats.get(bot="").name
        html = friend.get(address).content.decode().replace(address, "/deals/x/")
        html = re.sub('value="[A-Za-z0-9]{64}"', "", html).replace(name, "N")
        pages.append(re.sub('nonce="[^"]+"', "", html))
    assert pages[0] == pages[1]


def test_a_stranger_gets_no_link_from_somebody_elses_game() -> None:
    game, _client = finished()
    stranger = Client()
    stranger.force_login(new_guest())
    answer = stranger.post(f"/games/{game.public_id}/deal/")
    assert answer.headers["Location"] == f"/games/{game.public_id}/"
    assert "Same deal for a friend" not in Page(stranger.get(f"/games/{game.public_id}/")).text
    assert Client().get("/deals/nothing/").status_code == 404


def test_its_queries_do_not_grow_with_the_results() -> None:
    game, client = finished()
    address = passed_on(game, client)
    found = offered(address.split("/")[2])
    assert found is not None
    asked = []
    for _ in range(3):
        play_on(sit_down(found, new_guest()), level="lev")
        with CaptureQueriesContext(
            connection,
        ) as queries:
            client.get(address)
        asked.append(len(queries))
    assert len(set(asked)) == 1
