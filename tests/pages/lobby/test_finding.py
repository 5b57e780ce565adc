"""Finding a game: lists, filters and speed."""

import pytest
from django.db import connection
from django.db.models import QuerySet
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.lobby.finding import Wanted, open_games
from games.lobby.joining import join
from games.models import Audience, Game
from tests.pages.lobby.pressing import account, page, press, signed_in, table_of
from tests.pages.page import Page
from tests.tables import bot_game

pytestmark = pytest.mark.django_db

FIND = "/games/open/"


@pytest.fixture
def maya() -> User:
    return account("Maya")


def names(found: Page) -> list[str]:
    """In listed order."""
    listed = [name for name in NAMES if f"<bdi>{name}</bdi></a></h3>" in found.html]
    return sorted(listed, key=lambda name: found.html.index(f"<bdi>{name}</bdi></a></h3>"))


NAMES = ("Duel", "Slow boat", "Matinée", "No clock")


@pytest.fixture
def tables(maya: User) -> None:
    table_of(maya, open=True, name="Duel", players=2, turn_seconds=12 * 3600, rated=True)
    table_of(maya, open=True, name="Slow boat", players=3, turn_seconds=3 * 86400)
    table_of(maya, open=True, name="Matinée", players=5, turn_seconds=86400)
    table_of(maya, open=True, name="No clock", players=4, turn_seconds=None, bots={1: "easy"})
    table_of(maya, name="By invitation")
    bot_game()
    full = table_of(maya, open=True, name="Full", players=2)
    join(game_id=full.pk, user=account("Bruno"))


def test_open_games_with_free_seats_are_listed_fewest_seats_first(tables: None) -> None:
    found = page(Client(), FIND)
    assert names(found) == ["Duel", "No clock", "Slow boat", "Matinée"]
    assert "4 open games." in found.text
    assert "By invitation" not in found.text
    assert Game.objects.get(audience=Audience.OWN).name not in found.text


@pytest.mark.parametrize(
    ("query", "listed"),
    [
        ("players=3", ["Slow boat"]),
        ("time=quick", ["Duel"]),
        ("time=day", ["Matinée"]),
        ("time=slow", ["No clock", "Slow boat"]),
        ("kind=rated", ["Duel"]),
        ("kind=friendly", ["No clock", "Slow boat", "Matinée"]),
        ("seats=last", ["Duel"]),
        ("kind=friendly&time=slow&players=4", ["No clock"]),
        ("order=newest", ["No clock", "Matinée", "Slow boat", "Duel"]),
        ("players=²&time=x&page=²", ["Duel", "No clock", "Slow boat", "Matinée"]),
    ],
)
def test_the_address_narrows_the_list(tables: None, query: str, listed: list[str]) -> None:
    assert names(page(Client(), f"{FIND}?{query}")) == listed


def test_the_count_is_said_and_a_filter_can_be_taken_away(tables: None) -> None:
    found = page(Client(), f"{FIND}?time=slow&kind=friendly")
    said = found.html.split('<p class="lead" role="status">')[1]
    assert said.lstrip().startswith("2 of 4 open games fit your filters.")
    assert "2 more are hidden by your filters." in found.text
    assert {"?kind=friendly", "?time=slow"} <= {link.replace("&amp;", "&") for link in found.links}


def test_nothing_that_fits_is_no_dead_end(tables: None) -> None:
    found = page(Client(), f"{FIND}?players=2&time=slow")
    assert "No game matches." in found.text
    assert "/games/new/" in found.links


def test_an_empty_lobby_says_what_to_do() -> None:
    assert "No open seats right now." in page(Client(), FIND).text


def test_the_last_seat_has_the_red_button_and_one_press_takes_it(maya: User) -> None:
    table_of(maya, open=True, name="Duel", players=2)
    bruno = signed_in(account("Bruno"))
    html = page(bruno, FIND).html
    game = Game.objects.get()
    assert f'class="button red" form="press" formaction="/games/{game.public_id}/join/"' in html
    assert "Take the last seat" in html
    assert press(bruno, f"/games/{game.public_id}/join/").headings == ["Which way up?"]


def test_strangers_are_led_to_the_table_and_rated_games_to_signing_in(tables: None) -> None:
    found = page(Client(), FIND)
    rated, friendly = (Game.objects.get(name=name).public_id for name in ("Duel", "Slow boat"))
    assert f"/account/login/?next=/games/{rated}/" in found.links
    assert f"/games/{friendly}/" in found.links
    assert "/join/" not in found.html


def test_who_sits_there_already_is_told_so(tables: None, maya: User) -> None:
    assert page(signed_in(maya), FIND).text.count("You sit here") == 4


def test_games_under_way_may_be_watched_if_they_are_open_to_all(tables: None, maya: User) -> None:
    game = Game.objects.get(name="Full")
    assert f"/games/{game.public_id}/" in page(Client(), FIND).links
    assert f"/games/{game.public_id}/" not in page(signed_in(maya), FIND).links


def test_the_list_comes_in_pages_that_keep_the_filters(
    maya: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.lobby.finding.OPEN_ON_A_PAGE", 2)
    for number in range(3):
        table_of(maya, open=True, name=f"Game {number}", players=3)
    found = page(Client(), f"{FIND}?players=3")
    assert "Page 1 of 2" in found.text
    assert "?players=3&page=2" in found.links
    assert "Game 0" in page(Client(), f"{FIND}?players=3&page=2").text
    assert "Game 0" in page(Client(), f"{FIND}?players=3&page=99").text


def test_many_games_need_as_many_queries_as_one(
    maya: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client = signed_in(maya)
    for number in range(6):
        table_of(maya, open=True, name=f"Game {number}", players=3)
        with django_assert_max_num_queries(14):
            client.get(FIND)


@pytest.mark.slow
def test_among_many_games_the_open_ones_are_found_by_an_index(
    maya: User,
) -> None:
    table_of(maya, open=True, name="Duel", players=2)
    many_finished_games(20_000)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    games = open_games(wanted=Wanted()).page.object_list
    assert isinstance(games, QuerySet)
    assert [game.name for game in games] == ["Duel"]
    assert "games_open" in games.explain()


def many_finished_games(count: int) -> None:
    """Open to all, without logs."""
    values = {"no": False, "yes": True}
    with connection.cursor() as cursor:
        cursor.execute(
            f"""INSERT INTO games_game (public_id, name, players, audience, created_at,
                    rules_version, commitment, substitute, rated, invitation, revision,
                    show_legal_sets, contribution)
                WITH RECURSIVE numbers(n) AS
                    (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < {count})
                SELECT 'x' || n, 'Old', 4, 'open', '2026-01-01 00:00:00+00:00', 1, '', 'steady',
                    %(no)s, 'x' || n, 0, %(yes)s, '' FROM numbers""",
            values,
        )
        cursor.execute(
            """INSERT INTO games_gamesummary (game_id, status, version, seq, round_number,
                    changed_at, began_at, head, orienting, active_set, last_type, last_cards)
                SELECT id, 'finished', 100, 100, 3, created_at, created_at, '', %(no)s,
                    '', '', '' FROM games_game WHERE name = 'Old'""",
            values,
        )
