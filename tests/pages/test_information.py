"""What the site is, who runs it, and what it stores."""

from datetime import timedelta

import pytest
from django.conf import settings as site_settings
from django.test import Client
from pytest_django import Settings

from accounts.guests.lifetime import IDLE
from games.pages.doors.appearance import YEAR
from tests.accounts.looks.choosing import PLAIN
from tests.pages.page import Page

YEAR_OF_DAYS = timedelta(days=365).total_seconds()


@pytest.mark.parametrize("path", ["/about/", "/privacy/", "/contact/"])
@pytest.mark.django_db
def test_who_runs_the_site_is_said_as_the_settings_have_it(
    client: Client, settings: Settings, path: str
) -> None:
    assert "The operators of this site haven’t given a name." in Page(client.get(path)).text
    settings.OPERATOR_NAME = "Maya & Co"
    settings.OPERATOR_ADDRESS = "1 Ring Road\nTent Town"
    page = Page(client.get(path))
    assert "This site is run by Maya & Co." in page.text
    assert "1 Ring Road<br>Tent Town" in page.html
    assert "haven’t given" not in page.text or path == "/contact/"


@pytest.mark.django_db
def test_the_contact_page_has_the_operators_mail_address(
    client: Client, settings: Settings
) -> None:
    assert "haven’t given an email address" in Page(client.get("/contact/")).text
    settings.OPERATOR_EMAIL = "maya@example.org"
    page = Page(client.get("/contact/"))
    assert page.links["mailto:maya@example.org"] == "maya@example.org"


@pytest.mark.django_db
def test_the_credits_are_on_every_page_and_lead_to_about(client: Client) -> None:
    for path in ("/", "/rules/", "/learn/", "/games/", "/about/", "/nowhere/"):
        page = Page(client.get(path))
        assert "SCOUT is a game by Kei Kajino, published by Oink Games." in page.text
        assert "Next Act is an independent project with its own artwork" in page.text
        assert {"/about/", "/privacy/", "/contact/", "/rules/", "/learn/"} <= {*page.links}


@pytest.mark.django_db
def test_the_privacy_page_names_every_cookie_the_site_sets(client: Client) -> None:
    client.get("/")
    client.post("/play/")
    client.post("/appearance/", {"theme": "dark"})
    client.post("/account/looks/", PLAIN)
    client.post("/language/", {"language": "en-gb"})
    page = Page(client.get("/privacy/"))
    for name, cookie in client.cookies.items():
        assert f"<code>{name}</code>" in page.html
        assert abs(int(cookie["max-age"]) - YEAR_OF_DAYS) <= timedelta(days=1).total_seconds()
    # And the cookie that a script sets.
    assert "<code>timezone</code>" in page.html
    assert page.html.count('<th scope="row">') == len(client.cookies) + 1 == 6


@pytest.mark.django_db
def test_the_privacy_page_tells_the_times_that_the_site_keeps(client: Client) -> None:
    text = Page(client.get("/privacy/")).text
    assert f"no game for {IDLE.days} days is deleted" in text
    assert site_settings.SESSION_COOKIE_AGE == YEAR == YEAR_OF_DAYS
    assert "a year after your last visit" in text


@pytest.mark.django_db
def test_pages_of_text_set_no_cookie(client: Client) -> None:
    for path in ("/rules/", "/about/", "/privacy/", "/contact/", "/nowhere/"):
        client.get(path)
    assert not client.cookies
