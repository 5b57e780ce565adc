"""News without reloading: polling is cheap, and an answer swaps only the board."""

import logging
from html import unescape

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.guests.lifetime import new_guest
from games.models import Audience, Game
from games.play import tables
from games.rules.moves import Show
from tests.pages.conftest import play
from tests.pages.page import Page, Visitor
from tests.tables import play_on


def board(player: Visitor, etag: str = "") -> tuple[int, str, str]:
    headers = {"If-None-Match": etag, "HX-Request": "true"}
    response = player.client.get(f"{player.path}board/", headers=headers)
    return response.status_code, response.headers.get("ETag", ""), response.content.decode()


def known(html: str) -> str:
    """The tag sent when polling."""
    found = html.split('"If-None-Match": "', 1)[1].split('"}', 1)[0]
    return found.replace("\\u0022", '"')


def test_the_page_and_every_answer_know_their_tag(player: Visitor) -> None:
    status, etag, html = board(player)
    assert status == 200
    assert known(player.page.html) == known(html) == etag
    answer = player.send("look", cards=[0], htmx=True).content.decode()
    assert known(answer) == etag


def test_without_news_nothing_is_replayed_or_rendered(
    player: Visitor,
    monkeypatch: pytest.MonkeyPatch,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("A look for news replayed the game.")

    _, etag, _ = board(player)
    monkeypatch.setattr(tables, "load", refuse)
    with django_assert_max_num_queries(4):
        status, _, html = board(player, etag)
    assert status == 304
    assert html == ""


def test_news_come_as_the_board_alone(game: Game, player: Visitor) -> None:
    _, old, _ = board(player)
    play(game, 0, Show(1, 3))
    status, new, html = board(player, old)
    assert status == 200
    assert new != old
    page = Page(player.client.get(f"{player.path}board/"))
    assert page.headings == ["Pip is on"]
    assert page.title.startswith("Pip (bot) is on · ")
    assert "<html" not in html
    assert "csrf" not in html
    assert board(player, new)[0] == 304


def test_each_reader_has_tags_of_their_own(game: Game, player: Visitor) -> None:
    game.audience = Audience.OPEN
    game.save()
    _, mine, _ = board(player)
    stranger, friend = Client(), Client()
    friend.force_login(new_guest())
    tags = {mine}
    for client in (stranger, friend):
        response = client.get(f"{player.path}board/", headers={"If-None-Match": mine})
        assert response.status_code == 200
        tags.add(response["ETag"])
    assert len(tags) == 3


def test_no_cache_keeps_a_board_for_others(player: Visitor) -> None:
    for path in (player.path, f"{player.path}board/"):
        control = player.client.get(path)["Cache-Control"]
        assert {part.strip() for part in control.split(",")} == {"private", "no-cache"}


def test_who_may_not_see_the_game_gets_no_news(player: Visitor) -> None:
    assert Client().get(f"{player.path}board/").status_code == 404
    assert Client().get("/games/none/board/").status_code == 404


def test_a_running_game_is_asked_often_on_anothers_turn_and_a_finished_one_never(
    game: Game, player: Visitor
) -> None:
    assert 'data-pause="15.0"' in player.page.html
    play(game, 0, Show(1, 3))
    assert 'data-pause="2.0"' in player.look().html
    assert " data-live " in player.page.html
    assert f'data-stream="/stream/?game={game.public_id}"' in player.page.html
    play_on(game)
    over = player.look().html
    assert " data-live " not in over
    assert 'id="news"' not in over


def test_the_board_knows_its_version(game: Game, player: Visitor) -> None:
    assert 'data-version="5"' in player.page.html
    play(game, 0, Show(1, 3))
    assert 'data-version="6"' in player.look().html


def test_a_move_by_htmx_is_answered_with_the_board_it_led_to(player: Visitor) -> None:
    response = player.send("show", cards=[1, 2], htmx=True)
    page = Page(response)
    assert page.status == 200
    assert page.headings == ["Pip is on"]
    assert "data-moved" in page.html
    assert 'id="waiting-count" hx-swap-oob="true"></span>' in page.html
    assert "csrf" not in page.html


def test_the_page_needs_few_queries(
    game: Game, player: Visitor, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    play_on(game, 40)
    with django_assert_max_num_queries(20):
        player.look()


def test_a_server_without_streams_says_so_and_calls_it_no_failure(
    player: Visitor, caplog: pytest.LogCaptureFixture
) -> None:
    address = player.page.html.split('data-stream="', 1)[1].split('"', 1)[0]
    with caplog.at_level(logging.INFO):
        response = player.client.get(unescape(address))
    assert response.status_code == 501
    assert not [each for each in caplog.records if each.name.startswith(("django", "games"))]
