"""Leaderboards: who is listed and where, and whose profile opens."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from accounts.tokens.bot_account import make_bot_account
from games.models import Kind, Rating
from games.results.leaderboards import FOUND, ON_A_PAGE, Line
from games.results.ratings import list_or_hide
from tests.names import misplaced, names_on
from tests.order.people import moderator
from tests.pages.page import Page
from tests.results.finished import finished, player
from tests.results.test_pages import client_of, keep_to

pytestmark = pytest.mark.django_db


def rate(
    name: str,
    mu: float,
    *,
    players: int = 4,
    games: int = 10,
    people: int = 5,
    sigma: float = 2,
    listed: bool = True,
    provisional: bool = False,
) -> None:
    Rating.objects.create(
        user=player(name),
        players=players,
        mu=mu,
        sigma=sigma,
        sure=mu - 2 * sigma,
        games=games,
        people=people,
        listed=listed,
        provisional=provisional,
    )


def wait(name: str, mu: float, *, games: int, people: int, players: int = 4) -> None:
    """Rate without a place yet."""
    rate(
        name,
        mu,
        players=players,
        games=games,
        people=people,
        listed=False,
        provisional=True,
    )


def board(client: Client | None = None, query: str = "") -> list[Line]:
    response = (client or Client()).get(f"/leaderboards/?{query}")
    return [row.line for row in response.context["rows"]]


def provisional(client: Client | None = None, query: str = "") -> list[tuple[str, str]]:
    """Names without a place, and what they lack."""
    response = (client or Client()).get(f"/leaderboards/?{query}")
    rows = response.context.get("provisional", [])
    assert all(row.line.place is None for row in rows)
    return [(row.line.name, row.lacking) for row in rows]


def test_the_leaderboard_goes_by_what_is_sure_and_equally_sure_ones_share_a_place() -> None:
    for name, mu in (("Maya", 30), ("Bruno", 28), ("Ilse", 28), ("Tom", 20)):
        rate(name, mu)
    # The best guess of all, of which little is sure.
    rate("Luca", 33, sigma=4)
    rate("Nora", 40, listed=False)
    rate("Nora", 40, players=3)
    lines = board()
    assert [(line.place, line.name, line.shown.sure) for line in lines] == [
        (1, "Maya", 1524),
        (2, "Luca", 1500),
        (3, "Bruno", 1476),
        (3, "Ilse", 1476),
        (5, "Tom", 1284),
    ]
    assert lines[0].shown == (1620, 96)


def test_the_order_is_explained_by_who_stands_below_it() -> None:
    rate("Maya", 30)
    assert "A rating is the best guess" in Page(Client().get("/leaderboards/")).text
    rate("Luca", 33, sigma=4, games=21)
    said = "rating is the highest on this page, but after 21 games it may be off by 192."
    found = Page(Client().get("/leaderboards/")).text
    assert f"Luca’s {said} We’re sure of 1500, and that is place 2." in found
    assert f"Your {said}" in Page(client_of("Luca").get("/leaderboards/")).text


def test_a_row_says_the_likely_range_to_those_who_cannot_see_it() -> None:
    rate("Maya", 30)
    page = Page(Client().get("/leaderboards/"))
    assert "1524 to 1716" in page.labels
    assert "1620 ±96" in page.text
    assert "1620?" not in page.html


def test_nobody_has_a_place_before_ten_games_against_five_people() -> None:
    wait("Dora", 35, games=6, people=4)
    wait("Jonas", 30, games=9, people=7)
    wait("Kim", 25, games=30, people=3)
    assert board() == []
    assert provisional() == [
        ("Dora", "4 games to go"),
        ("Jonas", "1 game to go"),
        ("Kim", "2 people to go"),
    ]
    page = Page(Client().get("/leaderboards/"))
    assert "Provisional: no place until 10 games against 5 people" in page.text
    assert "1740? (provisional) ±96" in " ".join(page.text.replace(" ?", "?").split())
    assert "No place yet" in page.text


def test_five_without_a_place_are_shown_those_nearest_to_one() -> None:
    for number in range(1, 10):
        wait(f"Player {number}", 25, games=number, people=5)
    wait("Circle", 40, games=90, people=1)
    wait("Almost", 20, games=12, people=4)
    names = {"Player 9", "Almost", "Player 8", "Player 7", "Player 6"}
    assert {name for name, _lacking in provisional()} == names
    # And so is its reader, far from one.
    assert {name for name, _ in provisional(client_of("Player 1"))} == {*names, "Player 1"}
    assert provisional(query="name=player") == []


def test_who_waits_for_a_place_is_shown_on_the_first_page_alone() -> None:
    wait("Dora", 25, games=6, people=4)
    for number in range(ON_A_PAGE + 1):
        rate(f"Player {number:02}", 20 + number)
    assert provisional() == [("Dora", "4 games to go")]
    assert provisional(query="page=2") == []


def test_only_a_profile_one_may_see_is_linked_among_those_who_wait() -> None:
    wait("Maya", 25, games=6, people=4)
    keep_to("Maya", "nobody")
    page = Page(Client().get("/leaderboards/"))
    assert "Maya" in page.text
    assert "/players/Maya/" not in page.links


def test_names_are_kept_apart_from_the_direction_of_what_surrounds_them() -> None:
    rate("Maya", 30)
    wait("Dora", 25, games=6, people=4)
    html = Client().get("/leaderboards/").content.decode()
    assert html.count("<bdi>Maya</bdi>") == html.count("<bdi>Dora</bdi>") == 1


@pytest.mark.usefixtures("nothing_counted")
def test_a_leaderboard_is_read_by_its_indexes() -> None:
    if connection.vendor != "sqlite":
        return  # PostgreSQL plans by what it knows of a table, and so small a one it reads whole
    for number in range(3):
        rate(f"Player {number}", 20 + number)
        wait(f"Waiting {number}", 20, games=number, people=1)
    with CaptureQueriesContext(connection) as queries:
        client_of("Player 1").get("/leaderboards/")
    read = [each["sql"] for each in queries if 'FROM "games_rating"' in each["sql"]]
    assert len(read) == 7
    with connection.cursor() as cursor:
        for sql in read:
            cursor.execute(f"EXPLAIN QUERY PLAN {sql}")
            plan = " ".join(row[-1] for row in cursor.fetchall())
            assert "SCAN games_rating" not in plan, sql


def test_moderators_are_marked_on_the_leaderboard_and_on_their_profile() -> None:
    moderator("Ilse")
    rate("Ilse", 30)
    rate("Bruno", 28)
    kinds = {"Ilse": Kind.MODERATOR, "Bruno": Kind.MEMBER}
    for address in ("/leaderboards/", "/leaderboards/?name=ilse", "/players/Ilse/"):
        html = Client().get(address).content.decode()
        assert misplaced(html, kinds) == []
        assert "Ilse" in names_on(html, kinds)


def test_a_name_is_found_with_its_place() -> None:
    for number in range(60):
        rate(f"Player {number:02}", 20 + number)
    assert [(line.place, line.name) for line in board(query="name=player+05")] == [
        (55, "Player 05")
    ]
    assert board(query="page=2")[0].place == ON_A_PAGE + 1


def test_who_does_not_want_to_is_on_no_leaderboard() -> None:
    rate("Maya", 30)
    client = client_of("Maya")
    chosen = {"statistics_audience": "everyone"}
    client.post("/account/save/statistics/", chosen)
    assert board() == []
    client.post("/account/save/statistics/", {**chosen, "on_leaderboards": "on"})
    assert len(board()) == 1


def test_too_few_games_are_never_listed() -> None:
    rate("Maya", 30, games=9, listed=False)
    list_or_hide(user=player("Maya"))
    assert board() == []


def test_a_search_that_finds_more_than_it_shows_says_so() -> None:
    for number in range(FOUND):
        rate(f"Player {number:02}", 20 + number)
    page = Client().get("/leaderboards/?name=player")
    assert len(page.context["rows"]) == FOUND
    assert f"{FOUND} players found." in page.content.decode()
    rate("Player 99", 10)
    page = Client().get("/leaderboards/?name=player")
    assert len(page.context["rows"]) == FOUND
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


def test_bot_accounts_and_closed_accounts_stand_on_no_leaderboard_of_people() -> None:
    rate("Maya", 30)
    rate("Bruno", 29)
    make_bot_account(user=player("Maya"))
    assert [line.name for line in board()] == ["Bruno"]
    list_or_hide(user=player("Maya"))
    assert [line.name for line in board()] == ["Bruno"]
    User.objects.filter(username="Bruno").update(is_active=False)
    list_or_hide(user=player("Bruno"))
    assert board() == []


def test_ratings_that_are_worked_out_again_list_no_program(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("games.results.rating_model.LISTED_FROM", 1)
    monkeypatch.setattr("games.results.rating_model.LISTED_FROM_PEOPLE", 1)
    finished("Maya", "Bruno", rated=True)
    User.objects.filter(username="Maya").update(is_bot=True)
    call_command("rebuild", stdout=StringIO(), stderr=StringIO())
    listed = Rating.objects.filter(listed=True).values_list("user__username", flat=True)
    assert list(listed) == ["Bruno"]
