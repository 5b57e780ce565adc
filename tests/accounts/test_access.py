"""A new password ends what was signed in before: tokens, too."""

import re
from datetime import timedelta
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts.apps_let_in.access import let_in
from accounts.apps_let_in.models import LetIn
from accounts.models import AccessToken, Session, User
from accounts.sign_in.access import Others, end_access
from accounts.sign_in.password_forms import offer
from accounts.tokens.making import make_token
from tests.accounts.apps.client import register
from tests.accounts.people import PASSWORD, account, sign_in
from tests.api.conftest import Program

pytestmark = pytest.mark.django_db

NEW = "quite another sentence"
CHANGE = "/account/password/change/"
OFFER = "Sign out everywhere else"


@pytest.fixture
def bruno(client: Client) -> User:
    cache.clear()
    user = account()
    sign_in(client, "Bruno")
    client.post("/account/reauthenticate/?next=/account/", {"password": PASSWORD})
    return user


def elsewhere() -> Client:
    """Another browser of theirs."""
    other = Client()
    sign_in(other, "Bruno")
    return other


def is_signed_in(client: Client) -> bool:
    return client.get("/account/").status_code == 200


def reset_by_mail(client: Client) -> Any:
    client.post("/account/password/reset/", {"email": "bruno@example.org"})
    link = re.search(r"http://[^/]+(/account/password/reset/key/\S+)", str(mail.outbox[-1].body))
    assert link
    page = client.get(link[1], follow=True)
    return client.post(page.redirect_chain[-1][0], {"password1": NEW})


def change(client: Client, **others: str) -> None:
    form = {"oldpassword": PASSWORD, "password1": NEW, **others}
    assert client.post(CHANGE, form).status_code == 302


def test_a_mailed_reset_ends_all_tokens_and_sessions(client: Client, bruno: User) -> None:
    thief, program, mine = elsewhere(), Program(bruno), Client()
    assert program.get("/games/?mine=true").status == 200
    assert reset_by_mail(mine).status_code == 302
    assert (program.get("/games/").status, AccessToken.objects.count()) == (401, 0)
    assert not is_signed_in(thief)
    assert not is_signed_in(client)
    assert is_signed_in(mine)
    here = mine.session.session_key
    for row in (Session.objects.filter(user=bruno), UserSession.objects.filter(user=bruno)):
        assert list(row.values_list("session_key", flat=True)) == [here]


def test_the_mail_about_a_reset_says_that_everything_was_ended(client: Client, bruno: User) -> None:
    reset_by_mail(Client())
    assert "its tokens for programs no longer work" in str(mail.outbox[-1].body)


def test_a_reset_in_a_browser_that_is_signed_in_stays_signed_in(
    client: Client, bruno: User
) -> None:
    program = Program(bruno)
    assert reset_by_mail(client).status_code == 302
    assert is_signed_in(client)
    assert program.get("/games/").status == 401


def test_nobody_else_loses_anything_by_a_reset(client: Client, bruno: User) -> None:
    anna = account("Anna", "anna@example.org")
    program, browser = Program(anna), Client()
    sign_in(browser, "Anna")
    reset_by_mail(Client())
    assert program.get("/games/").status == 200
    assert is_signed_in(browser)


def test_a_password_change_asks_about_tokens_and_sessions_and_ends_them(
    client: Client, bruno: User
) -> None:
    other, program = elsewhere(), Program(bruno)
    make_token(user=bruno, name="Kitchen", scope="read")
    page = client.get(CHANGE).content.decode()
    assert f"{OFFER} and end my 2 tokens for programs." in page
    box = re.search(r'<input[^>]*name="end_others"[^>]*>', page)
    assert box
    assert "checked" in box[0]
    change(client, asked="True", end_others="on")
    assert program.get("/games/").status == 401
    assert not AccessToken.objects.exists()
    assert not is_signed_in(other)
    assert is_signed_in(client)
    assert UserSession.objects.filter(user=bruno).count() == 1


def test_tokens_and_sessions_are_kept_where_the_box_is_not_ticked(
    client: Client, bruno: User
) -> None:
    other, program = elsewhere(), Program(bruno)
    change(client, asked="True")
    bruno.refresh_from_db()
    assert bruno.check_password(NEW)
    assert program.get("/games/").status == 200
    assert is_signed_in(other)
    assert is_signed_in(client)
    assert UserSession.objects.filter(user=bruno).count() == 2


def test_a_session_that_an_older_password_had_ended_does_not_come_back(
    client: Client, bruno: User
) -> None:
    other = elsewhere()
    # As by a command of the site's people, which knows no sessions.
    bruno.set_password("a password in between")
    bruno.save()
    mine = Client()
    sign_in(mine, "Bruno", "a password in between")
    mine.post("/account/reauthenticate/", {"password": "a password in between"})
    form = {"oldpassword": "a password in between", "password1": NEW, "asked": "True"}
    assert mine.post(CHANGE, form).status_code == 302
    assert not is_signed_in(other)


def test_who_was_not_asked_keeps_nothing(client: Client, bruno: User) -> None:
    page = client.get(CHANGE).content.decode()
    assert "end_others" not in page
    # Made while the page was open, perhaps by somebody else.
    program = Program(bruno)
    change(client)
    assert program.get("/games/").status == 401


@pytest.mark.parametrize(
    ("tokens", "browsers", "asked"),
    [
        (1, 0, "End my token for programs."),
        (3, 0, "End my 3 tokens for programs."),
        (0, 1, f"{OFFER}."),
        (1, 1, f"{OFFER} and end my token for programs."),
    ],
)
def test_only_what_there_is_is_asked_about(
    client: Client, bruno: User, tokens: int, browsers: int, asked: str
) -> None:
    for number in range(tokens):
        make_token(user=bruno, name=str(number), scope="read")
    for _ in range(browsers):
        elsewhere()
    assert asked in client.get(CHANGE).content.decode()


def test_a_token_that_no_longer_works_is_not_asked_about(client: Client, bruno: User) -> None:
    make_token(user=bruno, name="old", scope="read", days=1)
    AccessToken.objects.update(expiry=timezone.now() - timedelta(minutes=1))
    assert "end_others" not in client.get(CHANGE).content.decode()
    make_token(user=bruno, name="new", scope="read", days=1)
    assert "End my token for programs." in client.get(CHANGE).content.decode()


def test_a_first_password_asks_as_well(client: Client, bruno: User) -> None:
    program = Program(bruno)
    User.objects.filter(pk=bruno.pk).update(password="!unusable")
    client.force_login(User.objects.get(pk=bruno.pk), "accounts.backends.AccountBackend")
    session = client.session
    session["account_authentication_methods"] = [{"method": "code", "at": 2**40}]
    session.save()
    page = client.get("/account/password/set/").content.decode()
    assert "end my token for programs" in page.lower()
    form = {"password1": NEW, "asked": "True", "end_others": "on"}
    assert client.post("/account/password/set/", form).status_code == 302
    assert program.get("/games/").status == 401
    assert is_signed_in(client)


def test_staff_change_their_password_where_everybody_does(client: Client, bruno: User) -> None:
    User.objects.filter(pk=bruno.pk).update(is_staff=True)
    for method in (client.get, client.post):
        answer = method("/admin/password_change/")
        assert (answer.status_code, answer["Location"]) == (302, CHANGE)


def test_a_password_that_an_administrator_sets_ends_everything(client: Client, bruno: User) -> None:
    anna = account("Anna", "anna@example.org")
    browser, program = Client(), Program(anna)
    sign_in(browser, "Anna")
    User.objects.filter(pk=bruno.pk).update(is_staff=True, is_superuser=True)
    form = {"password1": NEW, "password2": NEW, "usable_password": "true"}
    answer = client.post(f"/admin/accounts/user/{anna.pk}/password/", form)
    assert answer.status_code == 302
    anna.refresh_from_db()
    assert anna.check_password(NEW)
    assert program.get("/games/").status == 401
    assert not is_signed_in(browser)
    assert not Session.objects.filter(user=anna).exists()


@pytest.mark.parametrize(
    ("others", "said"),
    [
        (Others(1, 0, 0), "Sign out everywhere else."),
        (Others(0, 1, 0), "End my token for programs."),
        (Others(0, 0, 2), "Shut out the 2 apps I let in."),
        (Others(1, 2, 0), "Sign out everywhere else and end my 2 tokens for programs."),
        (Others(1, 0, 1), "Sign out everywhere else and shut out the app I let in."),
        (Others(0, 1, 1), "End my token for programs and shut out the app I let in."),
        (
            Others(3, 1, 2),
            "Sign out everywhere else, end my token for programs and shut out the 2 apps I let in.",
        ),
    ],
)
def test_the_offer_names_what_there_is_to_end(others: Others, said: str) -> None:
    assert offer(others) == said


def test_ending_everything_takes_few_statements(
    bruno: User, django_assert_max_num_queries: Any
) -> None:
    for _ in range(3):
        elsewhere()
        make_token(user=bruno, name="test", scope="read")
    for number in range(3):
        let_in(user=bruno, app=register(bruno, f"App {number}"), scopes=["read"])
    with django_assert_max_num_queries(18):
        end_access(bruno)
    assert not LetIn.objects.exists()
    assert not AccessToken.objects.exists()
    assert not Session.objects.filter(user=bruno).exists()
