"""The first page leads with friends, and one press opens a table for them."""

from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.lobby.invitations import invite
from games.models import Game, Seat
from tests.pages.lobby.pressing import account, page, press, signed_in
from tests.tables import play_on

pytestmark = pytest.mark.django_db

TOGETHER = "/play/friends/"


def test_the_first_page_says_that_one_plays_with_friends_and_needs_no_account() -> None:
    found = page(Client(), "/")
    assert "Play it with your friends, all at once or a turn a day." in found.text
    assert found.text.index("Start a game with friends") < found.text.index("Play a bot now")
    assert "Nobody needs an account." in found.text
    assert "Choose your bots" in found.text
    assert not User.objects.exists()


def test_one_press_opens_a_table_of_four_for_a_guest_and_shows_its_link() -> None:
    found = press(Client(), TOGETHER)
    game = Game.objects.get()
    assert (game.players, game.audience, game.seats.count()) == (4, "invitation", 1)
    assert game.invitation in found.html
    assert User.objects.get().is_guest


def test_a_second_press_finds_the_table_of_the_first() -> None:
    maya = account("Maya")
    client = signed_in(maya)
    for _press in range(2):
        press(client, TOGETHER)
    game = Game.objects.get()
    # A table that has gone on from there is another one.
    invite(game_id=game.pk, by=maya, user=account("Bruno"))
    press(client, TOGETHER)
    assert Game.objects.count() == 2


def test_a_visitor_s_second_press_before_the_first_answer_finds_its_table() -> None:
    visitor = Client()
    visitor.get("/")
    secret = visitor.cookies["csrftoken"].value

    def sent_again(secret: str) -> None:
        browser = Client()
        browser.cookies["csrftoken"] = secret
        assert browser.post(TOGETHER).status_code == 302

    for _press in range(2):
        sent_again(secret)
    assert (Game.objects.count(), User.objects.count()) == (1, 1)
    # Another browser, and the same one later, has a guest of its own.
    sent_again("x" * len(secret))
    with time_machine.travel(timezone.now() + timedelta(minutes=2), tick=False):
        sent_again(secret)
    assert (Game.objects.count(), User.objects.count()) == (3, 3)


def test_a_table_is_opened_by_a_post_alone() -> None:
    assert Client().get(TOGETHER).status_code == 405
    assert not User.objects.exists()


def test_a_guest_who_has_finished_a_game_is_offered_to_keep_it_below_the_buttons() -> None:
    client = Client()
    press(client, "/play/", chosen=1, bot="pip")
    game = Game.objects.get()
    play_on(game)
    found = page(client, f"/games/{game.public_id}/")
    offer = "Keep this game: make an account"
    assert found.text.index("Rematch") < found.text.index(offer)
    assert "The game you have played comes along." in page(client, "/account/signup/").text
    Seat.objects.filter(game=game, number=0).update(user=account("Maya"))
    owner = signed_in(User.objects.get(username="Maya"))
    assert offer not in page(owner, f"/games/{game.public_id}/").text
    assert "No account needed." not in page(owner, "/games/").text
