"""The number waiting, the next game, and what counts as seen."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.lobby.opening import create_game
from games.lobby.terms import Terms
from games.log.store import load
from games.models import Game, Seat
from games.rules.game import GameState
from games.rules.moves import Orient, Scout, Show
from tests.pages.page import Page
from tests.pages.seats import (
    Player,
    all_keep,
    at_seat,
    on_turn,
    one_move,
    put_bot_on,
    summary,
    without_chance,
)
from tests.tables import ends_the_game, ends_the_round, next_move, people_game, play_on

pytestmark = pytest.mark.django_db

HIDDEN = {"HX-Request": "true"}
VISIBLE = HIDDEN | {"Page-Visible": "1"}


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Game:
    without_chance(monkeypatch)
    game = people_game(3)
    all_keep(game)
    return game


def another_game(user: User, seconds: int | None) -> Game:
    """`user` has yet to choose a side."""
    return create_game(user=user, terms=Terms(players=2, bots={1: "easy"}, turn_seconds=seconds))


def news(player: Player, etag: str = "") -> tuple[int, str, str]:
    """What a page asking for the number waiting gets."""
    response = player.client.get(
        "/games/waiting/",
        {"game": player.path.split("/")[2]},
        headers={"If-None-Match": etag} if etag else {},
    )
    return response.status_code, response.headers.get("ETag", ""), response.content.decode()


def user_at(game: Game, seat: int) -> User:
    user = game.seats.get(number=seat).user
    assert user is not None
    return user


def test_the_number_is_asked_for_without_work_until_something_changes(
    table: Game, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    seat = on_turn(table)
    player = at_seat(table, (seat + 1) % 3)
    status, etag, html = news(player)
    assert status == 200
    assert 'id="waiting-count"></span>' in html
    with django_assert_max_num_queries(5):
        assert news(player, etag)[0] == 304
    one_move(table)
    status, changed, html = news(player, etag)
    assert (status, changed != etag) == (200, True)
    assert "1 waits for you" in html


def test_lists_have_changed_too_when_others_move(table: Game) -> None:
    seat = on_turn(table)
    player = at_seat(table, (seat + 2) % 3)
    _, etag, _ = news(player)
    one_move(table)
    assert news(player, etag)[0] == 200


def test_a_stranger_has_no_number() -> None:
    page = Page(Client().get("/games/waiting/"))
    assert page.status == 200
    assert 'id="waiting-count"></span>' in page.html


def test_the_next_game_is_the_one_with_the_nearest_deadline(table: Game) -> None:
    seat = on_turn(table)
    player = at_seat(table, (seat + 2) % 3)
    assert "Next game" not in player.page.text
    user = user_at(table, (seat + 2) % 3)
    another_game(user, None)
    near = another_game(user, 3600)
    another_game(user, 7200)
    page = player.look()
    assert "Next game (3)" in page.text
    assert f"/games/{near.public_id}/" in page.links
    assert f"/games/{near.public_id}/" in news(player)[2]


def test_whoever_is_on_is_not_sent_away(table: Game) -> None:
    seat = on_turn(table)
    another_game(user_at(table, seat), 3600)
    assert "Next game" not in at_seat(table, seat).page.text


def jumping(user: User) -> None:
    User.objects.filter(pk=user.pk).update(auto_next_game=True)


def test_who_likes_it_goes_to_the_next_game_after_a_move(table: Game) -> None:
    seat = on_turn(table)
    user = user_at(table, seat)
    following = another_game(user, 3600)
    player = at_seat(table, seat)
    jumping(user)
    response = player.send("show", cards=[0], htmx=True)
    assert response["HX-Redirect"] == f"/games/{following.public_id}/"


def test_without_a_wish_one_stays(table: Game) -> None:
    seat = on_turn(table)
    another_game(user_at(table, seat), 3600)
    response = at_seat(table, seat).send("show", cards=[0], htmx=True)
    assert "HX-Redirect" not in response
    assert "Next game (1)" in Page(response).text


@pytest.mark.parametrize("last", [ends_the_round, ends_the_game])
def test_nobody_is_taken_away_from_the_end_of_a_round_or_of_the_game(
    table: Game, last: Callable[[GameState], bool]
) -> None:
    before = play_on(table, until=last)
    seat = on_turn(table)
    user = user_at(table, seat)
    another_game(user, 3600)
    jumping(user)
    answer = _state_after(at_seat(table, seat), table)
    after = load(table).state
    assert len(after.results) == len(before.results) + 1
    assert after.over == (last is ends_the_game)
    assert "HX-Redirect" not in answer
    assert "Next game (1)" in Page(answer).text, "but everybody may go"


def _state_after(player: Player, game: Game) -> Any:
    """Play an easy bot's move by the page's form."""
    _, move = next_move(load(game).state)
    if isinstance(move, Orient):
        return player.send("turn", htmx=True, fields={"way": "keep"})
    if isinstance(move, Show):
        return player.send("show", cards=range(move.start, move.stop), htmx=True)
    assert isinstance(move, Scout)
    fields = {
        "mode": "scout",
        "end": move.end,
        "flip": "1" if move.flip else "",
        "to": f"{move.to}",
    }
    return player.send("send", htmx=True, fields=fields)


def seen(game: Game, seat: int) -> int | None:
    return Seat.objects.get(game=game, number=seat).seen_seq


def test_opening_the_table_counts_as_having_seen_the_turn(table: Game) -> None:
    seat = on_turn(table)
    assert seen(table, seat) != summary(table).seq
    at_seat(table, seat)
    assert seen(table, seat) == summary(table).seq


def test_only_the_player_who_is_on_sees_a_turn(table: Game) -> None:
    seat = on_turn(table)
    before = [seen(table, each) for each in range(3)]
    at_seat(table, (seat + 1) % 3)
    Client().get(f"/games/{table.public_id}/")
    assert [seen(table, each) for each in range(3)] == before


def test_a_look_for_news_counts_when_the_page_is_in_sight(table: Game) -> None:
    seat = on_turn(table)
    player = at_seat(table, (seat + 1) % 3)
    one_move(table)
    address = f"{player.path}board/"
    player.client.get(address, headers=HIDDEN)
    assert seen(table, (seat + 1) % 3) != summary(table).seq
    player.client.get(address, headers=VISIBLE)
    assert seen(table, (seat + 1) % 3) == summary(table).seq


@pytest.mark.parametrize("how", ["head", "ahead", "elsewhere"])
def test_what_nobody_looks_at_is_not_seen(table: Game, how: str) -> None:
    seat = on_turn(table)
    client = Client()
    if how != "elsewhere":
        client.force_login(user_at(table, seat))
    address = f"/games/{table.public_id}/"
    if how == "head":
        client.head(address)
    else:
        client.get(address, headers={"Sec-Purpose": "prefetch;prerender"} if how == "ahead" else {})
    assert seen(table, seat) != summary(table).seq


def test_a_turn_that_was_seen_is_not_written_again(
    table: Game, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    seat = on_turn(table)
    player = at_seat(table, seat)
    with django_assert_max_num_queries(20) as queries:
        player.look()
    assert not [query for query in queries.captured_queries if "UPDATE" in query["sql"]]


def test_a_kept_chair_has_no_turn_to_see(table: Game) -> None:
    seat = on_turn(table)
    put_bot_on(table, seat)
    before = seen(table, seat)
    at_seat(table, seat)
    assert seen(table, seat) == before != summary(table).seq


def test_a_table_of_many_moves_costs_no_more_queries(
    table: Game, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    player = Player(at_seat(table, 0).client, table.public_id)
    play_on(table, 60)
    with django_assert_max_num_queries(20):
        player.look()
    etag = player.client.get(f"{player.path}board/", headers=VISIBLE)["ETag"]
    with django_assert_max_num_queries(5):
        response = player.client.get(
            f"{player.path}board/", headers=VISIBLE | {"If-None-Match": etag}
        )
    assert response.status_code == 304
