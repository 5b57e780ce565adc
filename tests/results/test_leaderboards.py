"""Leaderboards: who is listed and where, and whose profile opens."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from accounts.models import User
from games.models import Rating
from games.play.chairs import leave
from games.results.leaderboards import FOUND, ON_A_PAGE
from games.results.ratings import list_or_hide
from tests.pages.page import Page
from tests.results.finished import finished, player, table
from tests.results.test_pages import client_of, keep_to
from tests.tables import play_on

pytestmark = pytest.mark.django_db


def rate(name: str, mu: float, *, players: int = 4, games: int = 10, listed: bool = True) -> None:
    Rating.objects.create(
        user=player(name), players=players, mu=mu, sigma=2, games=games, listed=listed
    )


def test_the_leaderboard_goes_by_rating_and_equal_ones_share_a_place() -> None:
    for name, mu in (("Maya", 30), ("Bruno", 28), ("Ilse", 28), ("Tom", 20)):
        rate(name, mu)
    rate("Nora", 40, listed=False)
    rate("Nora", 40, players=3)
    lines = Client().get("/leaderboards/").context["lines"]
    assert [(line.place, line.name) for line in lines] == [
        (1, "Maya"),
        (2, "Bruno"),
        (2, "Ilse"),
        (4, "Tom"),
    ]
    assert lines[0].shown == (1620, 96)


def test_a_name_is_found_with_its_place() -> None:
    for number in range(60):
        rate(f"Player {number:02}", 20 + number)
    found = Client().get("/leaderboards/?name=player+05").context["lines"]
    assert [(line.place, line.name) for line in found] == [(55, "Player 05")]
    second = Client().get("/leaderboards/?page=2").context["lines"]
    assert second[0].place == ON_A_PAGE + 1


def test_who_does_not_want_to_is_on_no_leaderboard() -> None:
    rate("Maya", 30)
    client = client_of("Maya")
    chosen = {"statistics_audience": "everyone"}
    client.post("/account/save/statistics/", chosen)
    assert Client().get("/leaderboards/").context["lines"] == []
    client.post("/account/save/statistics/", {**chosen, "on_leaderboards": "on"})
    assert len(Client().get("/leaderboards/").context["lines"]) == 1


def test_too_few_games_are_never_listed() -> None:
    rate("Maya", 30, games=9, listed=False)
    list_or_hide(user=player("Maya"))
    assert Client().get("/leaderboards/").context["lines"] == []


def test_a_search_that_finds_more_than_it_shows_says_so() -> None:
    for number in range(FOUND):
        rate(f"Player {number:02}", 20 + number)
    page = Client().get("/leaderboards/?name=player")
    assert len(page.context["lines"]) == FOUND
    assert f"{FOUND} players found." in page.content.decode()
    rate("Player 99", 10)
    page = Client().get("/leaderboards/?name=player")
    assert len(page.context["lines"]) == FOUND
    assert f"Showing the first {FOUND}. Type more of the name." in page.content.decode()
    assert "players found" not in page.content.decode()


@pytest.mark.parametrize("query", ["players=2", "players=2&name=m"])
def test_a_name_leads_to_the_profile_only_for_those_who_may_see_it(query: str) -> None:
    finished("Maya", "Bruno")
    rate("Maya", 30, players=2)
    seen = {}
    for audience in ("everyone", "table", "nobody"):
        keep_to("Maya", audience)
        seen[audience] = {name: bool(_links(name, query)) for name in ("Maya", "Bruno", "Tom")}
    assert seen == {
        "everyone": {"Maya": True, "Bruno": True, "Tom": True},
        "table": {"Maya": True, "Bruno": True, "Tom": False},
        "nobody": {"Maya": True, "Bruno": False, "Tom": False},
    }


def _links(name: str, query: str) -> list[str]:
    """The profiles a leaderboard links to for that viewer; each exists."""
    client = client_of(name)
    page = Page(client.get(f"/leaderboards/?{query}"))
    assert "Maya" in page.text
    found = [link for link in page.links if link == "/players/Maya/"]
    assert all(client.get(link).status_code == 200 for link in found)
    return found


def test_programs_and_closed_accounts_stand_on_no_leaderboard() -> None:
    rate("Maya", 30)
    user = player("Maya")
    client = client_of("Maya")
    client.post("/account/tokens/bot/", {"is_bot": "on"})
    assert Client().get("/leaderboards/").context["lines"] == []
    list_or_hide(user=user)
    assert Client().get("/leaderboards/").context["lines"] == []
    client.post("/account/tokens/bot/")
    assert len(Client().get("/leaderboards/").context["lines"]) == 1
    User.objects.filter(pk=user.pk).update(is_active=False)
    list_or_hide(user=user)
    assert Client().get("/leaderboards/").context["lines"] == []


def test_ratings_that_are_worked_out_again_list_no_program(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("games.results.rating_steps.LISTED_FROM", 1)
    finished("Maya", "Bruno", rated=True)
    User.objects.filter(username="Maya").update(is_bot=True)
    call_command("rebuild", stdout=StringIO(), stderr=StringIO())
    listed = Rating.objects.filter(listed=True).values_list("user__username", flat=True)
    assert list(listed) == ["Bruno"]


def test_who_sits_in_a_rated_game_stays_a_person_until_it_is_over() -> None:
    client = client_of("Maya")

    def mark() -> bool:
        page = client.post("/account/tokens/bot/", {"is_bot": "on"}, follow=True)
        user = player("Maya")
        assert ("You’re in a rated game" in page.content.decode()) == (not user.is_bot)
        return user.is_bot

    game = table("Maya", "Bruno", rated=True)
    assert not mark()
    with pytest.raises(CommandError, match="You’re in a rated game"):
        call_command("token", "Maya", "--bot")
    assert game.seats.get(number=0).name == "Maya"
    play_on(game)
    assert mark()


def test_who_left_a_rated_game_for_good_may_become_a_program() -> None:
    game = table("Maya", "Bruno", rated=True)
    leave(game_id=game.pk, seat=0)
    client_of("Maya").post("/account/tokens/bot/", {"is_bot": "on"})
    assert player("Maya").is_bot
