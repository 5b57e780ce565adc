"""A guest becomes an account, new or old, and every game comes along."""

import pytest
from django.test import Client

from accounts.guests.lifetime import new_guest
from accounts.models import User
from games.lobby.joining import join
from games.log.reading import read_rows
from games.models import Game, Seat
from games.rules.errors import RuleError
from games.upkeep.verify import first_fault
from tests.accounts.people import PASSWORD, account, sign_in, sign_up
from tests.pages.page import Page

pytestmark = pytest.mark.django_db


@pytest.fixture
def guest_client() -> Client:
    """Has begun a game against bots."""
    client = Client()
    client.post("/play/")
    return client


@pytest.fixture
def game(guest_client: Client) -> Game:
    return Game.objects.get()


def seat_of(game: Game) -> Seat:
    return Seat.objects.select_related("user").get(game=game, number=0)


def test_the_sign_up_page_names_the_guest_s_game(guest_client: Client, game: Game) -> None:
    page = Page(guest_client.get("/account/signup/")).text
    assert "You’ll keep your guest game." in page
    assert "You, Pip, Tilly and Otto, round 1 of 4." in page
    assert "1 waits for you" in page, "the header still counts the guest’s games"


def test_signing_up_turns_the_guest_into_the_account(guest_client: Client, game: Game) -> None:
    guest = User.objects.get(is_guest=True)
    session = guest_client.session
    session["kept"] = "yes"
    session.save()
    rows = read_rows(game.pk)
    user = sign_up(guest_client)
    assert user.pk == guest.pk
    assert (seat_of(game).user, seat_of(game).name) == (user, "Maya")
    assert guest_client.session["kept"] == "yes"
    assert guest_client.get(f"/games/{game.public_id}/").status_code == 200
    assert read_rows(game.pk) == rows
    assert first_fault(game) is None


def test_a_refused_sign_up_leaves_the_guest_a_guest(guest_client: Client, game: Game) -> None:
    form = {"username": "Maya", "email": "maya@example.org", "password1": "short"}
    guest_client.post("/account/signup/", form)
    guest = User.objects.get()
    assert guest.is_guest
    assert guest_client.get("/about/").context["user"] == guest


def test_signing_in_brings_the_guest_s_games_to_the_account(
    guest_client: Client, game: Game
) -> None:
    bruno = account()
    rows = read_rows(game.pk)
    assert sign_in(guest_client, "Bruno")
    seat = seat_of(game)
    assert (seat.user, seat.name, seat.game.creator) == (bruno, "Bruno", bruno)
    assert list(User.objects.all()) == [bruno]
    assert read_rows(game.pk) == rows
    assert first_fault(game) is None
    assert guest_client.get("/about/").context["account"] == bruno


def test_a_guest_who_fails_to_sign_in_stays_who_they_are(guest_client: Client, game: Game) -> None:
    account()
    assert not sign_in(guest_client, "Bruno", "wrong")
    assert guest_client.get(f"/games/{game.public_id}/").status_code == 200


def test_a_sign_up_pressed_twice_makes_one_account(guest_client: Client) -> None:
    sign_up(guest_client)
    form = {"username": "Maya", "email": "maya@example.org", "password1": PASSWORD}
    assert guest_client.post("/account/signup/", form).status_code == 302
    assert User.objects.count() == 1


def test_the_name_of_a_double_sign_up_is_refused_not_broken() -> None:
    first, second = Client(), Client()
    for client in (first, second):
        client.post("/play/")
    sign_up(first)
    form = {"username": "MAYA", "email": "other@example.org", "password1": PASSWORD}
    assert "is taken" in second.post("/account/signup/", form).content.decode()


@pytest.mark.parametrize(
    "page", ["", "email/", "password/change/", "2fa/", "sessions/", "data/", "delete/"]
)
def test_a_guest_is_asked_to_sign_up_or_in_for_an_account_s_pages(
    guest_client: Client, page: str
) -> None:
    answer = guest_client.get(f"/account/{page}")
    assert answer.status_code == 302
    assert answer["Location"].startswith(("/account/signup/", "/account/login/"))


def test_confirming_an_address_leaves_a_guest_s_session_alone(
    guest_client: Client, game: Game
) -> None:
    from django.core import mail

    sign_up(Client())
    link = str(mail.outbox[0].body).split("http://localhost:8000")[1].split()[0]
    guest_client.get(link)
    guest_client.post(link)
    assert User.objects.get(username="Maya").email_confirmed
    assert guest_client.get(f"/games/{game.public_id}/").status_code == 200


def test_signing_out_of_a_half_done_sign_in_keeps_the_guest(
    guest_client: Client, game: Game
) -> None:
    guest_client.post("/account/login/code/", {"email": "nobody@example.org"})
    guest_client.post("/account/logout/")
    assert guest_client.get(f"/games/{game.public_id}/").status_code == 200


def test_a_guest_who_signed_in_elsewhere_sits_down_nowhere(game: Game) -> None:
    guest = new_guest()
    gone = User.objects.get(pk=guest.pk)
    guest.delete()
    with pytest.raises(RuleError, match="signed in meanwhile") as refused:
        join(game_id=game.pk, user=gone, invitation=game.invitation)
    assert refused.value.code == "not_seated"
