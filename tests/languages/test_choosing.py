"""Pages, emails and answers of the API are written in their reader's language."""

import re

import pytest
from allauth.account.models import EmailAddress
from bs4 import BeautifulSoup
from django.conf import settings
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from accounts.choosing.feed import feed_link, renew_feed
from accounts.models import User
from games.people.recipients import readers, recipients, written_for
from tests.accounts.people import account, sign_in, sign_up

pytestmark = pytest.mark.django_db

GERMAN = {"Accept-Language": "de-AT,de;q=0.9,en;q=0.5"}


@pytest.fixture(autouse=True)
def _no_limits_from_before() -> None:
    cache.clear()


def language_of(client: Client, path: str = "/rules/", **headers: str) -> str:
    page = client.get(path, headers=headers)
    found = BeautifulSoup(page.content, "html.parser").find("html")
    assert found is not None
    assert page.headers["Content-Language"] == found["lang"]
    assert {"Accept-Language", "Cookie"} <= {*page.headers["Vary"].split(", ")}
    return str(found["lang"])


@pytest.mark.parametrize(
    ("said", "language"),
    [
        ("de-AT,de;q=0.9,en;q=0.5", "de"),
        ("pt-BR,pt;q=0.9,es;q=0.8", "es"),
        ("en-US,en;q=0.9,ja;q=0.8", "en-gb"),
        ("ja", "ja"),
        ("zh-CN", "en-gb"),
        ("*", "en-gb"),
        (";;;q=x,fr;q=2", "en-gb"),
        ("", "en-gb"),
    ],
)
def test_a_stranger_s_browser_says_which_language(client: Client, said: str, language: str) -> None:
    assert language_of(client, **{"Accept-Language": said}) == language


def test_a_choice_at_the_foot_of_a_page_holds_in_this_browser(client: Client) -> None:
    page = client.get("/rules/", headers=GERMAN).content.decode()
    foot = BeautifulSoup(page, "html.parser").select_one("footer .languages")
    assert foot is not None
    buttons = foot.find_all("button")
    assert [(one["value"], one["lang"], one.text) for one in buttons] == [
        (code, code, name) for code, name in settings.LANGUAGES
    ]
    assert [one["value"] for one in buttons if one["aria-pressed"] == "true"] == ["de"]
    answer = client.post(
        "/language/", {"language": "fr"}, headers={"Referer": "http://testserver/rules/?a=b"}
    )
    assert answer.headers["Location"] == "/rules/?a=b"
    assert language_of(client, **GERMAN) == "fr"


@pytest.mark.parametrize("chosen", ["tlh", "", "../de", "de" * 40])
def test_a_language_that_the_site_does_not_speak_changes_nothing(
    client: Client, chosen: str
) -> None:
    assert client.post("/language/", {"language": chosen}).status_code == 302
    assert language_of(client, **GERMAN) == "de"


def test_the_account_takes_its_language_to_other_browsers(client: Client) -> None:
    sign_up(client)
    client.post("/language/", {"language": "ja"})
    other = Client()
    assert sign_in(other, "Maya")
    assert language_of(other, "/account/", **GERMAN) == "ja"
    page = BeautifulSoup(other.get("/account/").content, "html.parser")
    pressed = page.select("main button[name=language][aria-pressed=true]")
    assert [one.text for one in pressed] == ["日本語"]


def test_accounts_and_guests_begin_with_the_language_of_their_browser() -> None:
    client = Client(headers=GERMAN)
    assert sign_up(client).language == "de"
    visitor = Client(headers={"Accept-Language": "fr"})
    visitor.post(reverse("play"), {"pick": "gentle", "players": "3"})
    guest = User.objects.get(is_guest=True)
    assert guest.language == "fr"
    visitor.post("/language/", {"language": "es"})
    guest.refresh_from_db()
    assert guest.language == "es"


def test_an_account_from_before_learns_its_language_at_its_next_visit(client: Client) -> None:
    user = account()
    assert user.language == ""
    assert sign_in(client, "Bruno")
    client.get("/games/", headers={"Accept-Language": "es"})
    user.refresh_from_db()
    assert user.language == "es"


def test_an_address_can_name_the_language_of_one_page(client: Client) -> None:
    assert language_of(client, "/rules/?language=ja") == "ja"
    assert language_of(client, "/rules/?language=xx") == "en-gb"
    assert language_of(client) == "en-gb", "nothing is kept"
    head = BeautifulSoup(client.get("/rules/").content, "html.parser")
    others = {str(one["hreflang"]): one["href"] for one in head.select("link[hreflang]")}
    assert others["ja"] == f"{settings.SITE_URL}/rules/?language=ja"
    assert others["x-default"] == f"{settings.SITE_URL}/rules/"
    assert set(others) == {"x-default", *dict(settings.LANGUAGES)}


def test_the_api_answers_in_the_language_that_is_asked_for() -> None:
    client = Client()
    sign_up(client)
    client.post("/language/", {"language": "ja"})
    asked = {
        language: client.get("/api/v1/games/nothing/", headers={"Accept-Language": language})
        for language in ("de", "fr", "en")
    }
    codes = {answer.json()["code"] for answer in asked.values()}
    assert len(codes) == 1
    assert len({answer.json()["error"] for answer in asked.values()}) == 3
    plain = client.get("/api/v1/games/nothing/")
    assert plain.json()["error"] == asked["en"].json()["error"], "without a wish, English"
    assert plain.headers["Content-Language"] == "en-gb"


def test_a_calendar_is_in_its_owner_s_language_whoever_fetches_it() -> None:
    user = account()
    user.language = "de"
    renew_feed(user)
    user.save()
    address = feed_link(user).removeprefix(settings.SITE_URL)
    calendar = Client().get(address, headers={"Accept-Language": "fr"}).content.decode()
    assert "X-WR-CALNAME" in calendar
    english = Client()
    user.language = "en-gb"
    user.save()
    assert english.get(address).content.decode() != calendar


def test_an_email_about_an_account_is_in_the_account_s_language(client: Client) -> None:
    user = account()
    user.language = "fr"
    user.save()
    client.post("/account/password/reset/", {"email": "bruno@example.org"}, headers=GERMAN)
    assert len(mail.outbox) == 1
    assert "mot de passe" in mail.outbox[0].body


def test_an_email_to_a_mailbox_is_in_the_language_of_whose_it_is(client: Client) -> None:
    """A guest's confirmed address, asked for by somebody else with another language."""
    guest = User.objects.create_user("guest-2", "gast@example.org", is_guest=True, language="ja")
    EmailAddress.objects.create(user=guest, email=guest.email, verified=True, primary=True)
    client.post("/account/password/reset/", {"email": guest.email}, headers=GERMAN)
    assert len(mail.outbox) == 1
    assert re.search("[ぁ-ん]", str(mail.outbox[0].body))


def test_an_email_to_nobody_s_mailbox_is_in_the_language_of_whoever_asks(client: Client) -> None:
    nobody = {"email": "nobody@example.org"}
    client.post("/account/password/reset/", nobody, headers=GERMAN)
    assert "vermutlich du" in mail.outbox[0].body


def test_a_language_that_the_site_speaks_no_more_is_as_none() -> None:
    user = account()
    User.objects.filter(pk=user.pk).update(language="it")
    assert recipients([user.pk])[user.pk].language == settings.LANGUAGE_CODE
    assert readers([user.pk])[user.pk].language == settings.LANGUAGE_CODE


def test_whoever_is_told_something_has_a_language() -> None:
    known, unknown = account(), account("Ilse", "ilse@example.org")
    User.objects.filter(pk=known.pk).update(language="es", time_zone="Europe/Madrid")
    found = recipients([known.pk, unknown.pk])
    assert found[known.pk].language == "es"
    assert found[unknown.pk].language == settings.LANGUAGE_CODE
    both = readers([known.pk, unknown.pk])
    assert both[known.pk].language == "es"
    guest = User.objects.create_user("guest-1", is_guest=True, language="de")
    told = recipients([guest.pk])[guest.pk]
    with written_for(told):
        assert told.name == "Gast"
