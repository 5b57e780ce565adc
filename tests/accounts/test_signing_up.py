"""Signing up, in and out, and back in when the password is gone."""

import re
from datetime import UTC, datetime

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from accounts.models import TellTurns, User
from tests.accounts.people import PASSWORD, account, code_in, sign_in, sign_up
from tests.pages.page import without_tokens

pytestmark = pytest.mark.django_db


def link_in(message: str) -> str:
    found = re.search(r"https?://[^/\s]+(/account/\S+/)", message)
    assert found
    return found[1]


def test_a_stranger_signs_up_and_is_signed_in_at_once(client: Client) -> None:
    user = sign_up(client)
    assert not user.is_guest
    assert user.check_password(PASSWORD)
    assert client.get("/about/").context["account"] == user


def test_the_mail_choice_at_sign_up_is_kept(client: Client) -> None:
    assert sign_up(client).tell_turns == TellTurns.ONCE
    data = {"username": "Ilse", "email": "ilse@example.org", "password1": PASSWORD}
    Client().post("/account/signup/", data)
    assert User.objects.get(username="Ilse").tell_turns == TellTurns.NONE


def test_an_address_counts_once_the_mailed_link_was_followed_and_pressed(client: Client) -> None:
    user = sign_up(client)
    assert not user.email_confirmed
    link = link_in(str(mail.outbox[0].body))
    client.get(link)
    user.refresh_from_db()
    assert not user.email_confirmed, "a link alone changes nothing: scanners follow it too"
    client.post(link)
    user.refresh_from_db()
    assert user.email_confirmed


@pytest.mark.parametrize("login", ["Bruno", "bruno", "BRUNO", "bruno@example.org"])
def test_one_signs_in_by_name_or_mail(client: Client, login: str) -> None:
    account()
    assert sign_in(client, login)


def test_a_name_beyond_ascii_signs_in_in_any_case(client: Client) -> None:
    account("Élodie", "elodie@example.org")
    assert sign_in(client, "éLODIE")


def test_a_wrong_password_is_refused_with_a_way_out_and_the_name_stays(client: Client) -> None:
    account()
    answer = client.post("/account/login/", {"login": "Bruno", "password": "no"})
    page = answer.content.decode()
    assert "let us email you a sign-in code" in page
    assert 'value="Bruno"' in page


def test_guessing_is_limited(client: Client) -> None:
    account()
    for _ in range(5):
        client.post("/account/login/", {"login": "Bruno", "password": "no"})
    page = client.post("/account/login/", {"login": "Bruno", "password": PASSWORD}).content
    assert "Try again in five minutes" in page.decode()


@pytest.mark.usefixtures("limits_count")
def test_too_many_sign_ups_get_a_clear_page(client: Client) -> None:
    for _ in range(20):
        client.post("/account/signup/", {})
    answer = client.post("/account/signup/", {})
    assert answer.status_code == 429
    assert "Too many attempts. Try again in " in answer.content.decode()
    assert 1 <= int(answer["Retry-After"]) <= 60


def test_no_mailbox_is_filled_whatever_mails_are_asked_for_it() -> None:
    account()
    form = {"email": "bruno@example.org", "password1": PASSWORD}
    with time_machine.travel(datetime(2026, 3, 1, 12, tzinfo=UTC), tick=False) as clock:
        for number in range(16):
            # Each from another address, and each after a while.
            clock.shift(181)
            stranger = Client(REMOTE_ADDR=f"203.0.113.{number}")
            if number % 2:
                answer = stranger.post("/account/signup/", {**form, "username": f"Nadja {number}"})
            else:
                answer = stranger.post("/account/password/reset/", form)
            assert answer.status_code == 302, "the answer tells nothing of the mailbox"
        assert len(mail.outbox) == 10
        assert {one.to[0] for one in mail.outbox} == {"bruno@example.org"}
        Client().post("/account/password/reset/", {"email": "maya@example.org"})
        clock.shift(3600)
        Client().post("/account/password/reset/", form)
    assert [one.to for one in mail.outbox[10:]] == [["maya@example.org"], ["bruno@example.org"]]


def test_who_asks_for_too_many_codes_is_told_for_how_long() -> None:
    for _ in range(4):
        answer = Client().post("/account/login/code/", {"email": "bruno@example.org"})
    assert "Wait up to an hour" in answer.content.decode()


def test_a_mailed_code_signs_in(client: Client) -> None:
    user = account()
    client.post("/account/login/code/", {"email": "bruno@example.org"})
    code = code_in(str(mail.outbox[0].body))
    client.post("/account/login/code/confirm/", {"code": code})
    assert client.get("/about/").context["account"] == user


def test_no_code_goes_to_an_account_whose_address_is_not_confirmed(client: Client) -> None:
    sign_up(Client(), "Maya", "victim@example.org")
    mail.outbox.clear()
    client.post("/account/login/code/", {"email": "victim@example.org"})
    assert "no account here has confirmed this address" in str(mail.outbox[0].body)


def test_a_forgotten_password_is_replaced_by_a_mailed_link(client: Client) -> None:
    user = account()
    client.post("/account/password/reset/", {"email": "bruno@example.org"})
    page = client.get(link_in(str(mail.outbox[0].body)), follow=True)
    answer = client.post(page.redirect_chain[-1][0], {"password1": "quite another sentence"})
    assert answer.status_code == 302
    user.refresh_from_db()
    assert user.check_password("quite another sentence")


@pytest.mark.parametrize(
    ("address", "form"),
    [
        ("/account/login/", {"login": "{}", "password": "not the password"}),
        ("/account/login/code/", {"email": "{}"}),
        ("/account/password/reset/", {"email": "{}"}),
        (
            "/account/signup/",
            {"username": "Somebody", "email": "{}", "password1": PASSWORD},
        ),
    ],
)
def test_no_answer_tells_whether_an_address_has_an_account(
    address: str, form: dict[str, str]
) -> None:
    account(email="known@example.org")
    answers = []
    for email in ("known@example.org", "never@example.org"):
        User.objects.filter(username="Somebody").delete()
        client = Client()
        filled = {name: value.format(email) for name, value in form.items()}
        answer = client.post(address, filled, follow=True)
        page = answer.content.decode().replace(email, "")
        page = without_tokens(page)
        answers.append((answer.redirect_chain, page))
    assert answers[0] == answers[1]
    assert len(mail.outbox) in (0, 2)


def test_whoever_has_an_account_already_is_told_by_mail_when_signing_up_again() -> None:
    account(email="known@example.org")
    sign_up(Client(), "Maya", "known@example.org")
    assert "there already is one with this address" in str(mail.outbox[0].body)
    assert EmailAddress.objects.filter(email="known@example.org", verified=True).count() == 1


def test_the_mail_address_changes_once_the_new_one_is_confirmed(client: Client) -> None:
    user = account()
    sign_in(client, "Bruno")
    client.post("/account/reauthenticate/?next=/account/", {"password": PASSWORD})
    client.post("/account/email/", {"email": "new@example.org", "action_add": ""})
    user.refresh_from_db()
    assert user.email == "bruno@example.org"
    client.post(link_in(str(mail.outbox[-1].body)))
    user.refresh_from_db()
    assert (user.email, user.email_confirmed) == ("new@example.org", True)
    assert "was bruno@example.org" in str(mail.outbox[-1].body)
    assert mail.outbox[-1].to == ["bruno@example.org"]


def test_passwords_are_hashed_by_argon2_first() -> None:
    from scoutsite import settings

    assert settings.PASSWORD_HASHERS[0].endswith("Argon2PasswordHasher")


def test_no_mail_of_an_account_asks_for_an_answer(client: Client) -> None:
    sign_up(client)
    assert mail.outbox[0].extra_headers["Auto-Submitted"] == "auto-generated"


def test_a_link_for_another_account_signs_nobody_out_before_its_button_is_pressed() -> None:
    sign_up(Client())
    link = link_in(str(mail.outbox[0].body))
    other = Client()
    other.force_login(account())
    assert other.get(link).status_code == 200
    assert other.get("/about/").context["account"].username == "Bruno"
    other.post(link)
    assert other.get("/about/").context["account"] is None
