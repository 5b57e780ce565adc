"""An account is deleted; everybody else's games keep every byte of their log."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.test import Client

from accounts.deletion import delete_account
from accounts.guests.lifetime import new_guest
from accounts.models import Session, User
from games.lobby.joining import join
from games.lobby.opening import create_game
from games.lobby.terms import Terms
from games.log.reading import read_rows
from games.models import Game, Seat
from games.upkeep.verify import first_fault
from tests.accounts.people import PASSWORD, account, sign_in
from tests.tables import play_on

pytestmark = pytest.mark.django_db


@pytest.fixture
def bruno() -> User:
    return account()


def table_with(user: User) -> Game:
    game = create_game(user=new_guest(), terms=Terms(players=3))
    for each in (user, new_guest()):
        join(game_id=game.pk, user=each, invitation=game.invitation)
    return game


def delete(client: Client) -> Any:
    client.post("/account/reauthenticate/?next=/account/delete/", {"password": PASSWORD})
    return client.post("/account/delete/")


def test_deleting_asks_who_it_is_once_more(client: Client, bruno: User) -> None:
    sign_in(client, "Bruno")
    assert "reauthenticate" in client.get("/account/delete/")["Location"]
    assert "reauthenticate" in client.post("/account/delete/")["Location"]
    assert User.objects.filter(pk=bruno.pk).exists()


def test_nothing_is_left_of_the_person(client: Client, bruno: User) -> None:
    elsewhere = Client()
    for each in (client, elsewhere):
        sign_in(each, "Bruno")
    assert delete(client).status_code == 302
    assert not User.objects.exists()
    assert not EmailAddress.objects.exists()
    assert not UserSession.objects.exists()
    for each in (client, elsewhere):
        assert each.get("/about/").context["account"] is None
    assert all("_auth_user_id" not in session.get_decoded() for session in Session.objects.all())
    assert not sign_in(Client(), "Bruno")


def test_a_finished_game_keeps_every_row_and_loses_the_name(client: Client, bruno: User) -> None:
    game = table_with(bruno)
    play_on(game)
    rows = read_rows(game.pk)
    sign_in(client, "Bruno")
    delete(client)
    assert read_rows(game.pk) == rows
    assert first_fault(game) is None
    seat = Seat.objects.get(game=game, number=1)
    assert (seat.user, seat.name) == (None, "Former player")


def test_a_running_game_goes_on_with_a_bot_in_the_chair(client: Client, bruno: User) -> None:
    game = table_with(bruno)
    play_on(game, moves=6)
    before = read_rows(game.pk)
    sign_in(client, "Bruno")
    delete(client)
    after = read_rows(game.pk)
    assert after.rounds == before.rounds
    assert after.hands == before.hands
    assert after.moves[: len(before.moves)] == before.moves
    assert [(row.type, row.seat) for row in after.moves[len(before.moves) :]] == [("leave", 1)]
    assert first_fault(game) is None
    assert Seat.objects.get(game=game, number=1).name == "Former player"


def test_a_game_that_has_not_begun_loses_the_seat(client: Client, bruno: User) -> None:
    game = create_game(user=new_guest(), terms=Terms(players=3))
    join(game_id=game.pk, user=bruno, invitation=game.invitation)
    sign_in(client, "Bruno")
    delete(client)
    assert not Seat.objects.filter(game=game, name__in=["Bruno", "Former player"]).exists()


def test_the_name_is_free_again(client: Client, bruno: User) -> None:
    sign_in(client, "Bruno")
    delete(client)
    assert account("Bruno").pk != bruno.pk


@pytest.mark.django_db
def test_an_account_deleted_twice_at_once_is_deleted_once() -> None:
    user = account("Zoe")
    again = User.objects.get(pk=user.pk)
    for each in (user, again):
        delete_account(user=each)
    assert not User.objects.filter(username="Zoe").exists()
