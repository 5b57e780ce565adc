"""Chat: messages, readers, and number of queries."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.models import ChatMessage, Game
from games.play.chairs import leave
from games.play.chat import say
from tests.pages.page import Page, Visitor
from tests.pages.seats import all_keep, at_seat, watching
from tests.tables import bot_game, people_game, play_on

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Game:
    """A public game of three people."""
    game = people_game(3, open_to_all=True)
    all_keep(game)
    return game


def news(visitor: Visitor, after: int = 0) -> tuple[int, str]:
    """What polling gets."""
    response = visitor.client.get(
        f"{visitor.path}chat/", {"after": after}, headers={"HX-Request": "true"}
    )
    return response.status_code, response.content.decode()


def test_what_a_player_says_the_others_read(table: Game) -> None:
    name = table.seats.get(number=0).name
    page = at_seat(table, 0).at("chat", text="  Good\nevening  ")
    assert "You" in page.text
    assert "Good evening" in page.text
    other = at_seat(table, 1).page
    assert re.search(rf"{name} [\w: ]+ Good evening", other.text)


def test_a_script_gets_what_is_new_and_nothing_else(table: Game) -> None:
    first = say(game_id=table.pk, seat=0, text="first")
    player = at_seat(table, 1)
    assert news(player, first.pk) == (204, "")
    say(game_id=table.pk, seat=2, text="second")
    status, html = news(player, first.pk)
    assert status == 200
    assert "second" in html
    assert "first" not in html
    answer = player.client.post(
        f"{player.path}chat/", {"text": "third", "after": "0"}, headers={"HX-Request": "true"}
    )
    assert [word in answer.content.decode() for word in ("first", "second", "third")] == [True] * 3
    assert answer["HX-Trigger-After-Settle"] == "said"


def test_words_are_words_and_nothing_else(table: Game) -> None:
    text = "<b>bold</b> {{ seat }} https://example.org & so on"
    html = at_seat(table, 0).at("chat", text=text).html
    assert "&lt;b&gt;bold&lt;/b&gt; {{ seat }} https://example.org &amp; so on" in html
    assert '<a href="https://example.org' not in html


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("   ", "Write something first."),
        ("x" * 501, "That’s 501 characters. The limit is 500."),
    ],
)
def test_what_cannot_be_said_stays_in_its_field_with_the_reason(
    table: Game, text: str, said: str
) -> None:
    page = at_seat(table, 0).at("chat", text=text)
    assert said in page.text
    assert f">{text}</textarea>" in page.html
    assert not ChatMessage.objects.exists()
    response = at_seat(table, 0).client.post(
        f"/games/{table.public_id}/chat/", {"text": text}, headers={"HX-Request": "true"}
    )
    assert said in response.content.decode()
    assert "HX-Trigger-After-Settle" not in response


def test_nobody_floods_a_table(table: Game) -> None:
    for number in range(10):
        say(game_id=table.pk, seat=0, text=f"{number}")
    page = at_seat(table, 0).at("chat", text="eleven")
    assert "Wait a minute, then send it again." in page.text
    assert ">eleven</textarea>" in page.html
    assert "twelve" in at_seat(table, 1).at("chat", text="twelve").text
    assert ChatMessage.objects.count() == 11


def test_spectators_read_it_when_the_game_is_over_and_never_write(table: Game) -> None:
    say(game_id=table.pk, seat=0, text="between us")
    stranger = watching(table)
    assert 'id="chat"' not in stranger.page.html
    assert news(stranger)[0] == 404
    assert stranger.client.post(f"{stranger.path}chat/", {"text": "me too"}).status_code == 404
    play_on(table)
    assert "between us" in stranger.look().text
    assert 'id="say"' not in stranger.page.html
    assert stranger.client.post(f"{stranger.path}chat/", {"text": "me too"}).status_code == 404
    assert "well played" in at_seat(table, 1).at("chat", text="well played").text


def test_who_left_reads_no_more_until_the_end(table: Game) -> None:
    say(game_id=table.pk, seat=1, text="while you were here")
    leaver = at_seat(table, 0)
    assert "while you were here" in leaver.page.text
    leave(game_id=table.pk, seat=0)
    assert "while you were here" not in leaver.look().text
    assert news(leaver)[0] == 404
    assert leaver.client.post(f"{leaver.path}chat/", {"text": "bye"}).status_code == 404


def test_a_spectators_page_is_the_same_whatever_was_said(table: Game) -> None:
    def shown() -> list[str]:
        client = Client()
        answers = [client.get(f"/games/{table.public_id}/{part}") for part in ("", "board/")]
        return [
            re.sub(r'value="\w{64}"', "", each.content.decode()) + each.headers.get("ETag", "")
            for each in answers
        ]

    # The page says how many seconds are left.
    with time_machine.travel(table.created_at + timedelta(minutes=1), tick=False):
        before = shown()
        say(game_id=table.pk, seat=0, text="psst")
        assert shown() == before


def test_alone_with_bots_there_is_nobody_to_talk_to() -> None:
    assert 'id="chat"' not in at_seat(bot_game(), 0).page.html


def test_however_much_is_said_the_table_costs_the_same(
    table: Game, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    play_on(table, 20)
    ChatMessage.objects.bulk_create(
        ChatMessage(game=table, seat=0, text=f"{n}", created_at=table.created_at)
        for n in range(150)
    )
    player = at_seat(table, 1)
    with django_assert_max_num_queries(20):
        assert len(player.look().html.split("data-message=")) == 151
    with django_assert_max_num_queries(7):
        assert news(player)[0] == 200
    with django_assert_max_num_queries(6):
        assert news(player, ChatMessage.objects.latest("pk").pk)[0] == 204


def test_a_form_from_elsewhere_says_nothing(table: Game) -> None:
    user = table.seats.get(number=0).user
    assert user
    client = Client(enforce_csrf_checks=True)
    client.force_login(user)
    assert client.post(f"/games/{table.public_id}/chat/", {"text": "hi"}).status_code == 403
    assert Page(client.get(f"/games/{table.public_id}/")).status == 200
    assert not ChatMessage.objects.exists()
