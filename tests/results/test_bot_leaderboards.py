"""Leaderboards and profiles of bot accounts: apart from people's, by the same rules."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import Rating
from tests.pages.page import Page
from tests.results.finished import finished
from tests.results.test_bot_accounts import robots
from tests.results.test_pages import client_of

pytestmark = pytest.mark.django_db

BOARD = "/leaderboards/?players=2&accounts=bots"


def place_with_one_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.results.rating_model.LISTED_FROM", 1)
    monkeypatch.setattr("games.results.rating_model.LISTED_FROM_PEOPLE", 1)


def test_they_have_a_leaderboard_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    place_with_one_game(monkeypatch)
    finished("Maya", "Bruno", rated=True)
    robots("Maya", "Rita", "Robot")
    finished("Rita", "Robot", rated=True, day=1)
    boards = {
        address: [row.line.name for row in Client().get(address).context["rows"]]
        for address in ("/leaderboards/?players=2", BOARD, f"{BOARD}&name=ri", f"{BOARD}&name=b")
    }
    # The person who is one now is gone from people's, and not yet rated here.
    assert boards["/leaderboards/?players=2"] == ["Bruno"]
    assert sorted(boards[BOARD]) == ["Rita (bot)", "Robot (bot)"]
    assert boards[f"{BOARD}&name=ri"] == ["Rita (bot)"]
    assert boards[f"{BOARD}&name=b"] == []
    page = Page(Client().get(BOARD))
    assert "Rated games of bot accounts" in page.text
    assert "?players=2" in page.links
    assert "?accounts=bots&players=3" in page.links
    assert "?accounts=bots&players=2" in Page(Client().get("/leaderboards/?players=2")).links


def test_it_takes_as_many_games_as_among_people_to_stand_on_it() -> None:
    robots("Rita", "Robot")
    finished("Rita", "Robot", rated=True)
    page = Client().get(BOARD)
    assert page.context["rows"] == []
    lacking = {row.line.name: row.lacking for row in page.context["provisional"]}
    assert lacking == {"Rita (bot)": "9 games to go", "Robot (bot)": "9 games to go"}
    Rating.objects.update(games=10, people=3)
    lines = Client().get(BOARD).context["provisional"]
    assert {row.lacking for row in lines} == {"2 opponents to go"}


def test_more_of_them_take_no_more_queries(monkeypatch: pytest.MonkeyPatch) -> None:
    place_with_one_game(monkeypatch)

    def queries() -> int:
        with CaptureQueriesContext(connection) as found:
            Client().get(BOARD)
        return len(found)

    robots("Rita", "Robot", "Rolf", "Rosa")
    finished("Rita", "Robot", rated=True)
    few = queries()
    finished("Rolf", "Rosa", rated=True, day=1)
    assert queries() == few


def test_its_profile_shows_its_rating_among_bot_accounts() -> None:
    finished("Rita", "Bruno", rated=True)
    robots("Rita", "Robot")
    profile = Page(client_of("Maya").get("/players/Rita/"))
    assert "Rating" not in profile.text.replace("How ratings work", "")
    finished("Rita", "Robot", rated=True, day=1)
    profile = Page(client_of("Maya").get("/players/Rita/"))
    assert "Rating among bot accounts, 2 players" in profile.text
    assert "1 rated game. Against 1 different bot account." in profile.text
    assert "/leaderboards/?accounts=bots" in profile.links
    assert "Rating, 2 players" in Page(client_of("Maya").get("/players/Bruno/")).text
