"""The pages around the table."""

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.lobby.opening import start_bot_game
from games.models import Game, Notice, Seat
from tests.pages.page import Page
from tests.tables import bot_game, play_on


@pytest.mark.django_db
def test_the_landing_says_what_it_is_and_makes_no_guest(client: Client) -> None:
    page = Page(client.get("/"))
    assert page.status == 200
    assert "SCOUT is the card game with a hand you can’t rearrange." in page.text
    assert "SCOUT is a game by Kei Kajino, published by Oink Games." in page.text
    assert not User.objects.exists()


@pytest.mark.parametrize("form", [{}, {"players": "2", "level": "expert"}])
@pytest.mark.django_db
def test_one_press_starts_a_game_for_a_guest(client: Client, form: dict[str, str]) -> None:
    """Pages opened before there were characters send a level too."""
    response = client.post("/play/", form, follow=True)
    page = Page(response)
    assert page.headings == ["Which way up?"]
    game = Game.objects.get()
    assert response.redirect_chain == [(f"/games/{game.public_id}/", 302)]
    user = User.objects.get()
    assert user.is_guest
    seats = list(Seat.objects.filter(game=game).order_by("number").values_list("user", "bot"))
    assert seats == [(user.pk, ""), (None, "pip"), (None, "tilly"), (None, "otto")]


@pytest.mark.django_db
def test_a_guest_stays_the_same_for_the_next_game(client: Client) -> None:
    client.post("/play/")
    client.post("/play/")
    assert User.objects.count() == 1
    assert Game.objects.count() == 2


@pytest.mark.django_db
def test_a_game_is_started_by_a_post_alone(client: Client) -> None:
    assert client.get("/play/").status_code == 200
    assert not Game.objects.exists()


@pytest.mark.django_db
def test_a_stranger_has_no_games(client: Client) -> None:
    game = bot_game()
    page = Page(client.get("/games/"))
    assert page.headings == ["My games"]
    assert "Nobody is waiting for you" in page.text
    assert "No games under way." in page.text
    assert "Your first final curtain will appear here." in page.text
    assert game.name not in page.text


@pytest.mark.parametrize(
    "path", ["/", "/rules/", "/games/", "/games/open/", "/about/", "/nowhere/"]
)
@pytest.mark.django_db
def test_every_title_begins_with_the_number_waiting(client: Client, path: str) -> None:
    assert not Page(client.get(path)).title.startswith("(")
    client.post("/play/")
    assert re.match(r"\(1\) \w", Page(client.get(path)).title)


@pytest.mark.django_db
def test_my_games_begin_with_those_that_wait_for_me(client: Client) -> None:
    games = [bot_game(), bot_game(), bot_game(players=2)]
    user = games[0].seats.get(number=0).user
    assert user is not None
    Seat.objects.filter(game__in=games, number=0).update(user=user)
    names = ("Waiting for me", "Waiting for Pip", "Over")
    for game, name in zip(games, names, strict=True):
        Game.objects.filter(pk=game.pk).update(name=name)
    play_on(games[1], 1)
    play_on(games[2])
    Notice.objects.all().delete()
    client.force_login(user)
    page = Page(client.get("/games/"))
    assert page.headings == ["You’re on in 1 game"]
    places = [page.text.index(name) for name in names]
    assert places == sorted(places)
    assert "Take your turn" in page.text
    assert "Waiting for Pip, Juno and Otto" in page.text
    assert "1 waits for you" in page.text
    assert f"/games/{games[2].public_id}/" in page.links


@pytest.mark.django_db
def test_the_list_needs_as_many_queries_for_many_games_as_for_one(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    user = bot_game().seats.get(number=0).user
    assert user is not None
    client.force_login(user)
    client.get("/games/")
    for players in (2, 3, 4, 5):
        play_on(start_bot_game(user=user, bots=["pip"] * (players - 1)), players)
        with django_assert_max_num_queries(15):
            client.get("/games/")


@pytest.mark.django_db
def test_finished_games_come_in_pages(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.lobby.lists.FINISHED_ON_A_PAGE", 1)
    first = bot_game(players=2)
    user = first.seats.get(number=0).user
    assert user is not None
    second = start_bot_game(user=user, bots=["pip"])
    for game in (first, second):
        play_on(game)
    client.force_login(user)
    page = Page(client.get("/games/"))
    assert f"/games/{second.public_id}/" in page.links
    assert page.links["?page=2"] == "Older"
    page = Page(client.get("/games/?page=2"))
    assert f"/games/{first.public_id}/" in page.links
    assert page.links["?page=1"] == "Newer"
    assert client.get("/games/?page=²").status_code == 200


PARTS = (
    "idea",
    "cards",
    "show",
    "scout",
    "scout-and-show",
    "beats",
    "end",
    "points",
    "two-players",
)


@pytest.mark.django_db
def test_the_rules_are_linked_by_their_parts(client: Client) -> None:
    page = Page(client.get("/rules/"))
    assert page.headings == ["How to play"]
    places = [page.html.index(f'<h2 id="{part}">') for part in PARTS]
    assert places == sorted(places)
    for part in PARTS:
        assert page.html.count(f'href="#{part}"') == 2
    assert "/learn/" in page.links


@pytest.mark.parametrize("path", ["/", "/rules/"])
@pytest.mark.django_db
def test_the_cards_of_a_figure_can_lie_on_one_table(client: Client, path: str) -> None:
    html = client.get(path).content.decode()
    figures = [part.split("</figure>")[0] for part in html.split('class="figure"')[1:]]
    assert figures
    for figure in figures:
        faces = re.findall(r"card u(\d+) d(\d+)( lifted)?", figure)
        pairs = [frozenset((up, down)) for up, down, lifted in faces if not lifted]
        # A card may be drawn twice to show how it moves or turns.
        moved = {frozenset((up, down)) for up, down, lifted in faces if lifted}
        once = [pair for pair in pairs if pair not in moved]
        assert len(once) - len({*once}) <= ("#swap" in figure), figure
