"""Answers from emails: opening does nothing, one press does."""

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.lobby.answers import invitation_token
from games.lobby.invitations import invite
from games.lobby.leaving import close
from games.lobby.opening import create_game
from games.lobby.terms import Terms
from games.log.store import load
from games.models import Game, GameInvitation, Sanction, Seat
from games.play.chair_links import chair_token
from games.play.chairs import leave, take_back
from tests.accounts.people import account
from tests.pages.page import Page
from tests.pages.seats import all_keep, put_bot_on
from tests.tables import people_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna() -> User:
    return account("Anna", "anna@example.org")


@pytest.fixture
def ben() -> User:
    return account("Ben", "ben@example.org")


@pytest.fixture
def table(anna: User, ben: User) -> Game:
    """Anna's, to which Ben is asked."""
    game = create_game(user=anna, terms=Terms(players=3, name="Tuesday Troupe"))
    invite(game_id=game.pk, by=anna, user=ben)
    return game


@pytest.fixture
def kept(ben: User) -> Game:
    """A game in which a bot keeps Ben's chair, the first one."""
    game = people_game(3)
    Seat.objects.filter(game=game, number=0).update(user=ben, name="Ben")
    all_keep(game)
    put_bot_on(game, 0)
    return game


def answer_link(game: Game, user: User) -> str:
    token = invitation_token(user_id=user.pk, link_key=user.link_key, public_id=game.public_id)
    return f"/answer/{token}/"


def chair_link(game: Game, user: User) -> str:
    token = chair_token(user_id=user.pk, link_key=user.link_key, public_id=game.public_id, seat=0)
    return f"/chair/{token}/"


def stranger() -> Client:
    return Client(enforce_csrf_checks=True)


def sits(game: Game, user: User) -> bool:
    return Seat.objects.filter(game=game, user=user).exists()


def is_asked(game: Game, user: User) -> bool:
    return GameInvitation.objects.filter(game=game, user=user).exists()


def test_opening_an_invitation_does_nothing(table: Game, ben: User) -> None:
    for _ in range(2):
        page = Page(stranger().get(answer_link(table, ben)))
        assert page.status == 200
        assert "Anna wants you on stage" in page.text
        assert "Tuesday Troupe" in page.text
    stranger().head(answer_link(table, ben))
    assert stranger().post(answer_link(table, ben), {"answer": "perhaps"}).status_code == 400
    assert is_asked(table, ben)
    assert not sits(table, ben)


def test_one_press_sits_down_and_leads_to_signing_in(table: Game, ben: User) -> None:
    client, link = stranger(), answer_link(table, ben)
    page = Page(client.post(link, {"answer": "sit"}))
    assert page.headings == ["You have a seat at Tuesday Troupe"]
    assert "We’ll tell you when it begins." in page.text
    assert f'name="next" value="/games/{table.public_id}/"' in page.html
    assert sits(table, ben)
    assert "sessionid" not in client.cookies
    assert client.get(f"/games/{table.public_id}/").status_code == 404
    again = Page(client.post(link, {"answer": "decline"}))
    assert again.headings == ["You have a seat at this table"]
    assert sits(table, ben)


def test_the_last_seat_begins_the_game(anna: User, ben: User) -> None:
    game = create_game(user=anna, terms=Terms(players=2, name="Tuesday Troupe"))
    invite(game_id=game.pk, by=anna, user=ben)
    page = Page(stranger().post(answer_link(game, ben), {"answer": "sit"}))
    assert "The game has begun." in page.text
    assert page.faces == []


def test_one_press_declines(table: Game, ben: User) -> None:
    link = answer_link(table, ben)
    page = Page(stranger().post(link, {"answer": "decline"}))
    assert page.headings == ["You’ve said no to Tuesday Troupe"]
    assert not is_asked(table, ben)
    assert not sits(table, ben)
    assert Page(stranger().post(link, {"answer": "sit"})).headings == ["This invitation is over"]
    assert not sits(table, ben)


def test_an_invitation_to_a_closed_table_is_over(table: Game, anna: User, ben: User) -> None:
    link = answer_link(table, ben)
    close(game_id=table.pk, by=anna)
    for page in (Page(stranger().get(link)), Page(stranger().post(link, {"answer": "sit"}))):
        assert page.headings == ["This invitation is over"]


def test_a_refusal_is_a_sentence(table: Game, ben: User) -> None:
    Sanction.objects.create(player=ben, kind="ban", reason="Insults", since=timezone.now())
    page = Page(stranger().post(answer_link(table, ben), {"answer": "sit"}))
    assert "You are banned. Your account is banned. Reason: Insults" in page.text
    assert not sits(table, ben)


def test_who_is_signed_in_goes_on_at_the_table(table: Game, kept: Game, ben: User) -> None:
    client = Client()
    client.force_login(ben)
    answer = client.post(answer_link(table, ben), {"answer": "sit"})
    assert answer["Location"] == f"/games/{table.public_id}/"
    assert client.post(chair_link(kept, ben))["Location"] == f"/games/{kept.public_id}/"


def test_opening_does_not_take_a_chair_back(kept: Game, ben: User) -> None:
    for client in (stranger(), stranger()):
        assert Page(client.get(chair_link(kept, ben))).headings == ["A bot keeps your chair"]
        client.head(chair_link(kept, ben))
    assert load(kept).chairs.kept == {0}


def test_one_press_takes_it_back(kept: Game, ben: User) -> None:
    client, link = stranger(), chair_link(kept, ben)
    page = Page(client.post(link))
    assert page.headings == ["Your chair is yours again"]
    assert load(kept).chairs.kept == frozenset()
    assert page.faces == []
    assert Page(client.get(link)).headings == ["No bot keeps your chair"]
    assert Page(client.post(link)).headings == ["No bot keeps your chair"]


def test_nobody_takes_back_a_chair_they_have_left_or_were_suspended_from(
    kept: Game, ben: User
) -> None:
    link = chair_link(kept, ben)
    Sanction.objects.create(player=ben, kind="suspension", reason="x", since=timezone.now())
    assert "You are suspended." in Page(stranger().post(link)).text
    assert load(kept).chairs.kept == {0}
    Sanction.objects.all().delete()
    take_back(game_id=kept.pk, seat=0)
    leave(game_id=kept.pk, seat=0)
    assert Page(stranger().post(link)).headings == ["You no longer sit there"]
    assert load(kept).chairs.left == {0}


def test_with_a_second_step_they_lead_to_signing_in(table: Game, kept: Game, ben: User) -> None:
    from allauth.mfa.totp.internal.auth import TOTP

    TOTP.activate(ben, "JBSWY3DPEHPK3PXP")
    page = Page(stranger().post(answer_link(table, ben), {"answer": "sit"}))
    assert page.headings == ["Sign in to answer"]
    assert not sits(table, ben)
    page = Page(stranger().post(chair_link(kept, ben)))
    assert page.headings == ["Sign in to take it back"]
    assert load(kept).chairs.kept == {0}


def test_a_new_password_ends_them_and_none_does_another_s_work(
    table: Game, kept: Game, ben: User, anna: User
) -> None:
    answer, chair = answer_link(table, ben), chair_link(kept, ben)
    for wrong in (
        answer.replace("/answer/", "/chair/"),
        chair.replace("/chair/", "/answer/"),
        chair.replace("/chair/", "/turn/"),
        "/answer/x/",
        chair_link(kept, anna).replace(f".{anna.pk:x}.", f".{ben.pk:x}."),
    ):
        assert stranger().get(wrong).status_code == 404
        assert stranger().post(wrong).status_code in (403, 404)
    ben.set_password("another tent full of cards")
    ben.save()
    for link in (answer, chair):
        assert stranger().get(link).status_code == 404
        assert stranger().post(link, {"answer": "sit"}).status_code == 404
    assert not sits(table, ben)
    assert load(kept).chairs.kept == {0}
