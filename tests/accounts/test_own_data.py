"""Users get their own data as one file, without anybody else's."""

import json
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.guests.lifetime import new_guest
from accounts.models import User
from games.lobby.joining import join
from games.lobby.opening import create_game
from games.lobby.terms import Terms
from games.log.reading import read_rows
from games.log.store import load_state
from games.models import Actor, Game, GameSecret, ImportedRecord, Seat
from games.play.chairs import keep, leave
from games.rest.week import week_of, week_text
from tests.accounts.people import PASSWORD, account, sign_in
from tests.tables import play_on

pytestmark = pytest.mark.django_db


@pytest.fixture
def bruno(client: Client) -> User:
    cache.clear()
    user = account()
    sign_in(client, "Bruno")
    return user


def seated(user: User, moves: int) -> int:
    game = create_game(user=new_guest(), terms=Terms(players=3))
    for each in (user, new_guest()):
        join(game_id=game.pk, user=each, invitation=game.invitation)
    play_on(game, moves=moves)
    return game.pk


def test_the_file_tells_of_account_preferences_sessions_and_games(
    client: Client, bruno: User
) -> None:
    seated(bruno, moves=5)
    answer = client.get("/account/data/")
    assert answer["Content-Disposition"].startswith("attachment; filename=")
    told = json.loads(answer.content)
    assert told["account"]["name"] == "Bruno"
    assert told["preferences"]["tell_turns"] == "each"
    assert told["mail_addresses"][0]["address"] == "bruno@example.org"
    assert len(told["sessions"]) == 1
    assert told["games"][0]["name"] == "Bruno"


def test_quiet_hours_and_holidays_are_in_it(client: Client, bruno: User) -> None:
    holidays = "2026-12-20 2026-12-27 Europe/Berlin"
    User.objects.update(quiet_week=week_text(week_of([(6, 23), (0, 0)])), holidays=holidays)
    told = json.loads(client.get("/account/data/").content)["preferences"]
    assert told["quiet_week"] == [{"weekday": 6, "begin": 23, "hours": 2}]
    assert told["holidays"] == [
        {"first": "2026-12-20", "last": "2026-12-27", "zone": "Europe/Berlin", "ended_at": None}
    ]


def test_own_moves_and_own_hands_of_rounds_that_are_over_are_in_it(
    client: Client, bruno: User
) -> None:
    pk = seated(bruno, moves=10_000)
    rows = read_rows(pk)
    told = json.loads(client.get("/account/data/").content)["games"][0]
    mine = [row for row in rows.moves if row.seat == 1]
    assert [move["version"] for move in told["moves"]] == [row.version for row in mine]
    hands = [hand.cards.split(" ") for hand in rows.hands if hand.seat == 1]
    assert [hand["cards"] for hand in told["hands"]] == hands


def test_no_secret_and_no_hand_of_others_or_of_the_round_in_play_is_in_it(
    client: Client, bruno: User
) -> None:
    pk = seated(bruno, moves=0)
    seats = 3
    while load_state_round(pk) == 0:
        play_on(Game.objects.get(pk=pk), moves=1)
    text = client.get("/account/data/").content.decode()
    rows = read_rows(pk)
    for hand in rows.hands:
        first_round = hand.round_id == rows.rounds[0].id
        listed = json.dumps(hand.cards.split(" "))[1:-1]
        packed = " ".join(text.split())
        assert (listed in packed) == (first_round and hand.seat == 1), hand.seat
    assert len(rows.hands) == 2 * seats
    secret = bytes(GameSecret.objects.get(game=pk).secret)
    assert secret.hex() not in text
    assert bruno.password not in text
    assert PASSWORD not in text


PRIVATE = {"flip", "to", "start", "stop"}


def told_of_game(client: Client) -> Any:
    return json.loads(client.get("/account/data/").content)["games"][0]


def play_to_round(pk: int, number: int) -> None:
    play_on(Game.objects.get(pk=pk), until=lambda state: state.round_number == number)
    play_on(Game.objects.get(pk=pk), moves=9)


def test_who_left_gets_no_hand_and_no_private_part_of_a_move_until_the_game_is_over(
    client: Client, bruno: User
) -> None:
    pk = seated(bruno, moves=7)
    leave(game_id=pk, seat=1)
    play_to_round(pk, 2)
    told = told_of_game(client)
    assert told["status"] == "running"
    assert told["hands"] == []
    assert {move["actor"] for move in told["moves"]} == {"player", "bot"}
    assert {key for move in told["moves"] for key in move}.isdisjoint(PRIVATE)
    assert "orient" not in {move["type"] for move in told["moves"]}
    public = [row.version for row in read_rows(pk).moves if row.seat == 1 and row.type != "orient"]
    assert [move["version"] for move in told["moves"]] == public
    play_on(Game.objects.get(pk=pk))
    told = told_of_game(client)
    assert told["status"] == "finished"
    assert [hand["round"] for hand in told["hands"]] == [1, 2, 3]
    assert {key for move in told["moves"] for key in move} >= PRIVATE


def test_who_left_gets_everything_of_a_game_that_ended_unfinished(
    client: Client, bruno: User
) -> None:
    pk = seated(bruno, moves=7)
    for seat in range(3):
        leave(game_id=pk, seat=seat)
    told = told_of_game(client)
    assert told["status"] == "voided"
    assert [hand["round"] for hand in told["hands"]] == [1]
    assert "orient" in {move["type"] for move in told["moves"]}


def test_whose_chair_a_bot_keeps_gets_it_all_as_at_the_table(client: Client, bruno: User) -> None:
    pk = seated(bruno, moves=7)
    keep(game_id=pk, seat=1, actor=Actor.CLOCK)
    play_to_round(pk, 1)
    told = told_of_game(client)
    assert [hand["round"] for hand in told["hands"]] == [1]
    by_bot = [move for move in told["moves"] if move["actor"] == "bot"]
    assert {key for move in by_bot for key in move} >= PRIVATE


def test_of_two_own_seats_only_the_one_that_was_left_is_hidden(client: Client, bruno: User) -> None:
    pk = seated(bruno, moves=7)
    Seat.objects.filter(game=pk, number=2).update(user=bruno)
    leave(game_id=pk, seat=1)
    play_to_round(pk, 1)
    one, two = json.loads(client.get("/account/data/").content)["games"]
    assert (one["seat"], one["hands"]) == (1, [])
    assert (two["seat"], len(two["hands"])) == (2, 1)
    assert {key for move in two["moves"] for key in move} >= PRIVATE


def load_state_round(pk: int) -> int:
    return load_state(Game.objects.get(pk=pk)).round_number


def test_ten_games_take_as_many_queries_as_one(client: Client, bruno: User) -> None:
    counts = []
    for _ in range(2):
        seated(bruno, moves=3)
        client.get("/account/data/")
        with CaptureQueriesContext(connection) as queries:
            client.get("/account/data/")
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_half_a_character_of_a_record_imported_long_ago_is_in_it_as_it_was(
    client: Client, bruno: User
) -> None:
    record = '{"meta": {"names": ["a\\ud800", "Zoë"]}}'
    ImportedRecord.objects.create(
        user=bruno, title="Old", players=2, imported_at=timezone.now(), record=record
    )
    answer = client.get("/account/data/")
    assert answer["Content-Type"] == "application/json"
    assert "Zoë" in answer.content.decode()
    told = json.loads(answer.content)["imported_records"][0]
    assert told["record"]["meta"]["names"] == ["a\ud800", "Zoë"]
