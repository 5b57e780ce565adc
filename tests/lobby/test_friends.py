"""A list of friends: who can be on it, what it shows, and games with them."""

from datetime import timedelta

import pytest
import time_machine
from bs4 import BeautifulSoup
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.guests.lifetime import new_guest
from accounts.models import User
from games.live import watching
from games.lobby.blocking import block
from games.lobby.friends import friends_of, play_with
from games.lobby.opening import create_game
from games.lobby.terms import Terms
from games.models import Actor, Friend, Game, GameInvitation, Seat
from games.people import friends
from games.people.friends import add_friend
from games.play.move import enter_move
from games.play.silence import keep_silent
from games.rules.errors import RuleError
from games.rules.moves import Orient
from tests.accounts.people import account
from tests.pages.page import Page
from tests.tables import play_on

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna() -> User:
    return account("Anna", "anna@example.org")


@pytest.fixture
def ben() -> User:
    return account("Ben", "ben@example.org")


@pytest.fixture
def client(anna: User) -> Client:
    """Anna's."""
    client = Client()
    client.force_login(anna)
    return client


@pytest.fixture
def table(anna: User, ben: User) -> Game:
    """Of these two, a long time ago."""
    with time_machine.travel(timezone.now() - timedelta(days=1), tick=False):
        game = create_game(user=anna, terms=Terms(players=2, turn_seconds=3600), invited=[ben])
        sit(game, ben)
    return game


def sit(game: Game, user: User) -> None:
    client = Client()
    client.force_login(user)
    client.post(f"/games/{game.public_id}/join/")


def add(client: Client, name: str) -> str:
    """What is said."""
    return Page(client.post("/friends/add/", {"name": name}, follow=True)).text


def listed(owner: User) -> list[str]:
    return [each.username for each in friends_of(owner=owner, now=timezone.now())]


def here(owner: User) -> list[str]:
    found = friends_of(owner=owner, now=timezone.now())
    return [each.username for each in found if each.here]


def refused(owner: User, friend: User) -> str:
    with pytest.raises(RuleError) as refusal:
        add_friend(owner=owner, friend=friend)
    return refusal.value.code


def test_somebody_is_added_by_name_once_and_removed_again(client: Client, anna: User) -> None:
    for name in ("Zoe", "Ben"):
        account(name, f"{name.lower()}@example.org")
    assert "Nobody is on your list yet" in Page(client.get("/friends/")).text
    assert "Zoe is on your list of friends now." in add(client, " Zoe ")
    for _ in range(2):
        add(client, "Ben")
    assert "Nobody with an account is called “Nemo”." in add(client, "Nemo")
    assert listed(anna) == ["Ben", "Zoe"]
    zoe = User.objects.get(username="Zoe")
    assert listed(zoe) == [], "a list is its owner's"
    shorter = "Your list of friends is one name shorter."
    for said in (True, False):
        page = Page(client.post("/friends/remove/", {"player": zoe.pk}, follow=True))
        assert (shorter in page.text) == said
    assert listed(anna) == ["Ben"]


def test_guests_have_no_list_and_are_on_none(client: Client, anna: User) -> None:
    guest = new_guest()
    assert refused(anna, guest) == "not_listed"
    assert refused(guest, anna) == "needs_account"
    client.force_login(guest)
    page = Page(client.get("/friends/"))
    assert "A list of friends comes with an account" in page.text
    assert page.status == 200
    assert Client().get("/friends/").status_code == 302


def test_nobody_is_on_a_list_against_their_will(client: Client, anna: User, ben: User) -> None:
    add_friend(owner=anna, friend=ben)
    own = Client()
    own.force_login(ben)
    own.post("/account/save/friends/", {"shows_presence": "on"})
    assert listed(anna) == []
    unwanted = add(client, "Ben")
    assert "Ben can’t be put on a list of friends." in unwanted
    own.post("/account/save/friends/", {"may_be_listed": "on"})
    add_friend(owner=anna, friend=ben)
    add_friend(owner=ben, friend=anna)
    block(user=ben, other=anna)
    assert listed(anna) == listed(ben) == []
    assert refused(anna, ben) == refused(ben, anna) == "not_listed"
    assert add(client, "Ben") == unwanted, "a block sounds like a setting"


def test_a_list_has_an_end(anna: User, ben: User, monkeypatch: pytest.MonkeyPatch) -> None:
    assert refused(anna, anna) == "not_yourself"
    monkeypatch.setattr(friends, "MOST", 1)
    add_friend(owner=anna, friend=ben)
    add_friend(owner=anna, friend=ben)
    assert refused(anna, account("Cleo", "cleo@example.org")) == "too_many_friends"


def test_who_is_here_is_seen_by_friends_of_each_other_who_let_them(
    anna: User, ben: User, table: Game
) -> None:
    add_friend(owner=anna, friend=ben)
    enter_move(game_id=table.pk, seat=1, move=Orient(flip=False), seq=0, actor=Actor.PLAYER)
    assert here(anna) == [], "nobody sees it by default"
    User.objects.filter(pk=ben.pk).update(shows_presence=True)
    assert here(anna) == [], "Anna isn't on Ben's list"
    add_friend(owner=ben, friend=anna)
    assert here(anna) == ["Ben"]
    assert here(ben) == [], "Anna doesn't let him see it"
    with time_machine.travel(timezone.now() + timedelta(minutes=3), tick=False):
        assert here(anna) == []
        watching.asked_for_news(watching.person(ben.pk))
        assert here(anna) == ["Ben"], "with a page open"


def test_moves_of_the_clock_and_of_bots_show_nobody(anna: User, ben: User, table: Game) -> None:
    for one, other in ((anna, ben), (ben, anna)):
        add_friend(owner=one, friend=other)
    User.objects.update(shows_presence=True)
    enter_move(game_id=table.pk, seat=1, move=Orient(flip=False), seq=0, actor=Actor.CLOCK)
    assert here(anna) == []


def test_a_bot_that_others_put_on_a_chair_does_not_show_its_player(
    anna: User, ben: User, table: Game
) -> None:
    for one, other in ((anna, ben), (ben, anna)):
        add_friend(owner=one, friend=other)
    User.objects.update(shows_presence=True, tell_turns="none")
    Game.objects.filter(pk=table.pk).update(turn_seconds=None)
    with time_machine.travel(timezone.now() + timedelta(days=8), tick=False):
        keep_silent(game_id=table.pk, by_seat=0, seat=1)
        assert here(anna) == [], "it is a row of his seat, and not by him"


def test_the_page_takes_as_many_queries_for_ten_as_for_one(
    client: Client, anna: User, ben: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    add_friend(owner=anna, friend=ben)
    with django_assert_max_num_queries(20) as few:
        client.get("/friends/")
    for number in range(9):
        add_friend(owner=anna, friend=account(f"Friend{number}", f"f{number}@example.org"))
    with django_assert_max_num_queries(len(few.captured_queries)):
        assert "Friend8" in client.get("/friends/").content.decode()


def test_one_press_asks_those_chosen_to_a_game_like_the_last(
    client: Client, anna: User, ben: User
) -> None:
    cleo = account("Cleo", "cleo@example.org")
    for friend in (ben, cleo):
        add_friend(owner=anna, friend=friend)
    create_game(user=anna, terms=Terms(players=4, turn_seconds=3600, open=True, name="Before"))
    chosen = {"friend": [ben.pk, cleo.pk]}
    answers = [client.post("/friends/play/", chosen)["Location"] for _ in range(2)]
    game = Game.objects.latest("pk")
    assert answers == [f"/games/{game.public_id}/"] * 2, "a double click opens one game"
    assert (game.players, game.turn_seconds, game.audience) == (3, 3600, "invitation")
    assert game.name != "Before"
    asked = GameInvitation.objects.filter(game=game).values_list("user__username", flat=True)
    assert set(asked) == {"Ben", "Cleo"}
    assert list(Seat.objects.filter(game=game).values_list("user", flat=True)) == [anna.pk]


def test_only_people_on_the_list_can_be_asked_and_at_most_four(
    client: Client, anna: User, ben: User
) -> None:
    answer = client.post("/friends/play/", {"friend": [ben.pk]}, follow=True)
    assert "Choose somebody first." in Page(answer).text
    others = [account(f"Friend{number}", f"f{number}@example.org") for number in range(5)]
    for other in others:
        add_friend(owner=anna, friend=other)
    with pytest.raises(RuleError, match="at most four"):
        play_with(user=anna, friend_ids=[other.pk for other in others])
    assert not Game.objects.exists()


def test_people_are_added_from_their_profile_and_at_the_end_of_a_game(
    client: Client, anna: User, ben: User, table: Game
) -> None:
    def offered(path: str) -> list[str]:
        page = BeautifulSoup(client.get(path).content, "html.parser")
        return [" ".join(each.text.split()) for each in page.select("button[name=name]")]

    path = f"/games/{table.public_id}/"
    assert offered("/players/Ben/") == ["Add to your friends"]
    assert offered("/players/Anna/") == offered(path) == []
    play_on(table)
    assert offered(path) == ["Add Ben"]
    assert "With Ben, if they like." in Page(client.get(path)).text
    added = client.post(
        "/friends/add/", {"name": "Ben"}, headers={"Referer": f"http://testserver{path}"}
    )
    assert added["Location"] == path
    assert listed(anna) == ["Ben"]
    assert offered("/players/Ben/") == offered(path) == []
    Friend.objects.all().delete()
    User.objects.filter(pk=ben.pk).update(may_be_listed=False)
    assert offered("/players/Ben/") == offered(path) == []
