"""An owner makes an account a bot account, for good, and not while it sits at a rated table."""

from io import StringIO

import pytest
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import Client

from accounts.guests.lifetime import new_guest
from accounts.models import User
from accounts.tokens.bot_account import make_bot_account
from games.lobby.opening import create_game
from games.lobby.terms import Terms
from games.play.chairs import leave
from tests.accounts.people import PASSWORD, account, sign_in
from tests.lobby.test_opening import raises_refusal
from tests.results.finished import player, table
from tests.tables import play_on

pytestmark = pytest.mark.django_db

PAGE = "/account/tokens/bot/"


@pytest.fixture
def bruno(client: Client) -> User:
    cache.clear()
    user = account()
    sign_in(client, "Bruno")
    return user


def confirm(client: Client) -> None:
    client.post("/account/reauthenticate/?next=/account/", {"password": PASSWORD})


def test_the_settings_lead_to_it_and_the_password_is_asked_again(
    client: Client, bruno: User
) -> None:
    assert PAGE in client.get("/account/").content.decode()
    for asked in (client.get(PAGE), client.post(PAGE)):
        assert "/reauthenticate/" in asked["Location"]
    bruno.refresh_from_db()
    assert not bruno.is_bot
    confirm(client)
    assert "Make it a bot account for good" in client.get(PAGE).content.decode()
    bruno.refresh_from_db()
    assert not bruno.is_bot, "looking does nothing"
    client.post(PAGE)
    bruno.refresh_from_db()
    assert bruno.is_bot


def test_it_is_for_good(client: Client, bruno: User) -> None:
    confirm(client)
    client.post(PAGE)
    client.post(PAGE, {"is_bot": ""})
    make_bot_account(user=bruno)
    bruno.refresh_from_db()
    assert bruno.is_bot
    page = client.get(PAGE).content.decode()
    assert "This is a bot account, for good" in page
    assert f'action="{PAGE}"' not in page
    # Not for those who administer the site either.
    administrator = User.objects.create_superuser("Root")
    admin = Client()
    admin.force_login(administrator)
    may_mark = {
        user.username: 'name="is_bot"'
        in admin.get(f"/admin/accounts/user/{user.pk}/change/").content.decode()
        for user in (bruno, administrator)
    }
    assert may_mark == {"Bruno": False, "Root": True}


def test_not_while_it_sits_at_a_rated_table_that_waits(client: Client, bruno: User) -> None:
    confirm(client)
    User.objects.filter(pk=bruno.pk).update(email_confirmed=True)
    bruno.refresh_from_db()
    create_game(user=bruno, terms=Terms(players=2, rated=True, open=True))
    page = client.get(PAGE).content.decode()
    assert "You sit at a rated table" in page
    assert "Make it a bot account for good" not in page
    assert client.post(PAGE).status_code == 409
    bruno.refresh_from_db()
    assert not bruno.is_bot


def test_not_in_a_rated_game_until_it_is_over() -> None:
    game = table("Maya", "Bruno", rated=True)
    with raises_refusal("plays_rated"):
        make_bot_account(user=player("Maya"))
    with pytest.raises(CommandError, match="You sit at a rated table"):
        call_command("token", "Maya", "--bot")
    assert game.seats.get(number=0).name == "Maya"
    play_on(game)
    call_command("token", "Maya", "--bot", stdout=StringIO())
    assert player("Maya").is_bot
    assert game.seats.get(number=0).name == "Maya (bot)"


def test_who_left_a_rated_game_for_good_may_become_one() -> None:
    game = table("Maya", "Bruno", rated=True)
    leave(game_id=game.pk, seat=0)
    make_bot_account(user=player("Maya"))
    assert player("Maya").is_bot


def test_a_guest_does_not_become_one(client: Client) -> None:
    guest = new_guest()
    with raises_refusal("needs_account"):
        make_bot_account(user=guest)
    client.force_login(guest)
    assert "/signup/" in client.post(PAGE)["Location"]
    guest.refresh_from_db()
    assert not guest.is_bot
