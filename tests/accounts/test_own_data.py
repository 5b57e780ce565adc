"""Users get their own data as one file, without anybody else's."""

import json

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.guests.lifetime import new_guest
from accounts.models import User
from games.lobby.joining import join
from games.lobby.opening import create_game
from games.lobby.terms import Terms
from games.log.rows import read_rows
from games.log.store import load_state
from games.models import GameSecret
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
    assert told["preferences"]["turn_mail"] == "each"
    assert told["mail_addresses"][0]["address"] == "bruno@example.org"
    assert len(told["sessions"]) == 1
    assert told["games"][0]["name"] == "Bruno"


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
        from games.models import Game

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


def load_state_round(pk: int) -> int:
    from games.models import Game

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
