"""For those who play here the first page is their home: what waits first, then people."""

import pytest
from bs4 import BeautifulSoup
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.lobby.blocking import block
from games.lobby.joining import join
from games.lobby.opening import start_bot_game
from games.models import Game, GameInvitation, HeadToHead
from games.people.friends import add_friend
from games.rules.moves import Show
from tests.pages.conftest import DealHands, keep_all, play
from tests.pages.lobby.pressing import account, page, press, signed_in, table_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def maya() -> User:
    return account("Maya")


def test_the_most_urgent_game_is_a_small_table_and_one_link(maya: User, deal: DealHands) -> None:
    deal({1: "7/6 7/9 1/2", 0: "3/5 4/9"}, players=2, starter=1)
    later = start_bot_game(user=maya, bots=["pip", "juno"])
    game = table_of(maya, players=2, name="Quick duel")
    join(game_id=game.pk, user=account("Bruno"), invitation=game.invitation)
    keep_all(game, range(2))
    play(game, 1, Show(0, 2))
    found = page(signed_in(maya), "/")
    assert found.headings == ["You’re on in 2 games"]
    assert "Bruno’s set" in found.text
    assert found.text.index("Quick duel") < found.text.index(later.name)
    assert found.faces[:4] == ["7/6", "7/9", "3/5", "4/9"]
    assert {f"/games/{each.public_id}/" for each in (game, later)} <= {*found.links}


def test_where_nothing_waits_playing_with_friends_comes_first(maya: User) -> None:
    found = page(signed_in(maya), "/")
    assert found.headings == ["Nobody is waiting for you"]
    assert found.text.index("Start a game with friends") < found.text.index("Play a bot now")
    assert "/welcome/" in found.links


def test_a_guest_with_a_game_has_a_home_and_the_poster_stays_in_reach() -> None:
    client = Client()
    assert page(client, "/").headings == page(client, "/welcome/").headings
    press(client, "/play/")
    assert page(client, "/").headings == ["You’re on in 1 game"]
    assert "Nobody needs an account." in page(client, "/welcome/").text


def test_friends_are_chosen_and_asked_there(maya: User) -> None:
    bruno, ilse = account("Bruno"), account("Ilse")
    for friend in (bruno, ilse):
        add_friend(owner=maya, friend=friend)
    client = signed_in(maya)
    assert "Ask them to a game" in page(client, "/").text
    press(client, "/friends/play/", friend=[bruno.pk, ilse.pk])
    assert Game.objects.get().players == 3
    assert {*GameInvitation.objects.values_list("user", flat=True)} == {bruno.pk, ilse.pk}
    assert "Maya invites you" in page(signed_in(ilse), "/").text


def test_people_one_has_played_with_can_be_asked_after_the_friends(maya: User) -> None:
    names = ("Bruno", "Ilse", "Okoye", "Tomas", "Wen", "Zofia")
    bruno, ilse, okoye, tomas, wen, zofia = (account(name) for name in names)
    played = ((bruno, 1), (ilse, 1), (okoye, 3), (tomas, 2), (wen, 2))
    for other, games in played:
        for one, against in ((maya, other), (other, maya)):
            HeadToHead.objects.create(
                user=one, opponent=against, games=games, ahead=games, level=0, behind=0
            )
    add_friend(owner=maya, friend=bruno)
    block(user=tomas, other=maya)
    User.objects.filter(pk=wen.pk).update(may_be_listed=False)
    client = signed_in(maya)

    def offered() -> list[str]:
        shown = BeautifulSoup(client.get("/").content, "html.parser")
        return [str(box["value"]) for box in shown.select("#people [name=friend]")]

    assert offered() == [str(each.pk) for each in (bruno, okoye, ilse)]
    press(client, "/friends/play/", friend=[each.pk for each in (ilse, tomas, wen, zofia)])
    assert {*GameInvitation.objects.values_list("user", flat=True)} == {ilse.pk}
    User.objects.filter(pk=okoye.pk).update(is_bot=True)
    block(user=maya, other=ilse)
    assert offered() == [str(bruno.pk)]


def test_home_takes_as_many_queries_for_many_games_as_for_one(
    maya: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client = signed_in(maya)
    client.get("/")
    for number, players in enumerate((2, 3, 4)):
        add_friend(owner=maya, friend=account(f"Friend {number}"))
        start_bot_game(user=maya, bots=["pip"] * (players - 1))
        met = account(f"Met {number}")
        HeadToHead.objects.create(user=maya, opponent=met, games=1, ahead=1, level=0, behind=0)
        with django_assert_max_num_queries(18):
            client.get("/")
