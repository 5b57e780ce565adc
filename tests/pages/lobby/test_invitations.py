"""An invitation link: two presses to a seat, nothing for guessers."""

import pytest
from django.test import Client

from accounts.guests.lifetime import new_guest
from accounts.models import User
from games.lobby.invitations import invite
from games.lobby.joining import join
from games.lobby.opening import create_game
from games.lobby.terms import Terms
from games.models import Game, GameInvitation
from games.play import ending
from tests.pages.lobby.pressing import account, page, press, signed_in, table_of
from tests.tables import bot_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def maya() -> User:
    return account("Maya")


def link(game: Game) -> str:
    return f"/invitation/{game.invitation}/"


def test_the_link_says_who_invites_who_sits_there_and_what_to_expect(maya: User) -> None:
    game = table_of(maya, name="Sunday big top", bots={3: "steady"})
    join(game_id=game.pk, user=account("Bruno"), invitation=game.invitation)
    found = page(Client(), link(game))
    assert found.headings == ["Maya wants you on stage"]
    for said in (
        *(
            "Sunday big top",
            "Bruno",
            "strength 7 of 8",
            "4 players, 4 rounds",
            "1 day for each turn",
        ),
        *("friendly, legal sets shown", "as soon as you sit down", "a bot plays that one turn"),
    ):
        assert said in found.text


def test_one_press_on_the_page_seats_a_guest_by_name(maya: User) -> None:
    game = table_of(maya, players=2)
    client = Client()
    after = press(client, link(game), name="Wanda")
    assert after.headings == ["Which way up?"]
    seat = game.seats.get(number=1)
    assert seat.name == "Wanda"
    assert isinstance(seat.user, User)
    assert seat.user.is_guest


def test_looking_changes_nothing_and_makes_no_guest(maya: User) -> None:
    game = table_of(maya)
    client = Client()
    client.get(link(game))
    client.head(link(game))
    assert game.seats.count() == 1
    assert User.objects.count() == 1


def test_who_signs_in_instead_comes_back_to_the_invitation(maya: User) -> None:
    game = table_of(maya)
    assert (
        f"/account/login/?next=%2Finvitation%2F{game.invitation}%2F"
        in page(Client(), link(game)).html
    )
    after = press(signed_in(account("Bruno")), link(game))
    assert "Bruno (you)" in after.text


@pytest.mark.parametrize("secret", ["x", "a" * 24, "é"])
def test_a_wrong_link_is_like_any_page_that_is_not_there(maya: User, secret: str) -> None:
    table_of(maya)
    client = Client()
    wrong = client.get(f"/invitation/{secret}/")
    nowhere = client.get("/nowhere/")
    assert (wrong.status_code, wrong.content) == (404, nowhere.content)
    assert client.post(f"/invitation/{secret}/").status_code == 404


def test_a_game_against_bots_has_no_invitation() -> None:
    assert Client().get(link(bot_game())).status_code == 404


def test_a_full_table_and_a_game_that_began_say_so_and_offer_others(maya: User) -> None:
    game = table_of(maya, players=2)
    bruno = account("Bruno")
    join(game_id=game.pk, user=bruno, invitation=game.invitation)
    for client in (Client(), signed_in(account("Ilse"))):
        found = page(client, link(game))
        assert "This game has begun" in found.text
        assert "/games/open/" in found.links
        assert "Sit down" not in found.text
        assert "The game has begun." in press(client, link(game), name="Wanda").text
    assert game.seats.count() == 2


def test_a_seat_that_is_kept_for_somebody_is_not_offered(maya: User) -> None:
    game = table_of(maya, players=2)
    GameInvitation.objects.create(
        game=game, user=account("Bruno"), seat=1, created_at=game.created_at
    )
    found = page(Client(), link(game))
    assert "All seats are taken" in found.text
    assert "kept for somebody who was asked" in found.text
    assert "Bruno" not in found.text
    assert "All seats are taken." in press(Client(), link(game), name="Wanda").text


def test_who_was_asked_is_nobody_elses_business(maya: User) -> None:
    game = table_of(maya)
    invite(game_id=game.pk, by=maya, user=account("Ilse"))
    assert "Ilse" not in page(Client(), link(game)).html


def test_who_sits_there_already_is_led_to_the_table(maya: User) -> None:
    game = table_of(maya)
    assert signed_in(maya).get(link(game))["Location"] == f"/games/{game.public_id}/"


def test_a_running_game_by_invitation_shows_its_link_no_table(maya: User) -> None:
    game = table_of(maya, players=2)
    join(game_id=game.pk, user=account("Bruno"), invitation=game.invitation)
    table = f"/games/{game.public_id}/"
    assert Client().get(f"{table}?invitation={game.invitation}").status_code == 404


def test_when_it_is_over_the_link_leads_whoever_has_it_to_the_table(maya: User) -> None:
    game = table_of(maya, players=2)
    join(game_id=game.pk, user=account("Bruno"), invitation=game.invitation)
    for seat in (0, 1):
        ending.agree_to_end(game_id=game.pk, seat=seat, agrees=True)
    client = Client()
    table = f"/games/{game.public_id}/"
    assert client.get(table).status_code == 404
    assert client.get(f"{table}?invitation=x").status_code == 404
    response = client.get(link(game), follow=True)
    assert response.redirect_chain == [(f"{table}?invitation={game.invitation}", 302)]
    assert response.status_code == 200
    assert "Rematch" not in response.content.decode()


def test_a_guest_who_has_played_finds_the_name_used_before(maya: User) -> None:
    guest = new_guest()
    create_game(user=guest, terms=Terms(), name="Wanda")
    assert 'value="Wanda"' in page(signed_in(guest), link(table_of(maya))).html


@pytest.mark.parametrize("form", ["http://localhost{link}", "{link}", "{link}?from=mail", "{key}"])
def test_a_link_can_be_pasted(maya: User, form: str) -> None:
    game = table_of(maya)
    typed = form.format(link=link(game), key=game.invitation)
    found = press(Client(), "/invitation/", link=f" {typed} ")
    assert found.headings == ["Maya wants you on stage"]


@pytest.mark.parametrize("typed", ["", "hello there", "http://evil.example/x/../y?"])
def test_something_else_that_was_pasted_leads_nowhere_bad(typed: str) -> None:
    response = Client().post("/invitation/", {"link": typed})
    assert response.status_code == 302
    assert response["Location"].startswith(("/games/open/", "/invitation/"))


def test_a_page_with_a_secret_in_its_address_is_kept_out_of_caches_and_search(maya: User) -> None:
    response = Client().get(link(table_of(maya)))
    assert "no-cache" in response["Cache-Control"]
    assert 'name="robots" content="noindex"' in response.content.decode()
    assert response["Referrer-Policy"] == "same-origin"
