"""The deal of the day: two browsers play it and meet in its table."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from games.deals.daily.dealing import draw_ahead
from games.models import DayEntry, Friend
from tests.accounts.people import account
from tests.axe import expect_no_violations
from tests.browser.fitting import sideways
from tests.browsing import NARROW, WIDE, OpenPage
from tests.tables import play_on

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def known(name: str) -> User:
    """An account whose address was confirmed the day before."""
    user = account(name, f"{name}@example.org")
    User.objects.filter(pk=user.pk).update(address_confirmed_at=timezone.now() - timedelta(days=1))
    return user


def signed_in(page: Page, user: User) -> Page:
    client = Client()
    client.force_login(user)
    cookie = client.cookies["sessionid"]
    page.context.add_cookies([{"name": "sessionid", "value": cookie.value, "url": page.url}])
    page.goto("/")
    return page


def played(page: Page, user: User) -> Page:
    """From the header to the result, which comes by itself."""
    page.get_by_role("link", name="Today’s deal").first.click()
    page.get_by_role("button", name="Play today’s deal").click()
    expect(page.locator("#board")).to_be_visible()
    play_on(DayEntry.objects.get(player=user).game)
    page.wait_for_url("**/today/")
    return page


def test_two_play_it_and_meet_in_its_table(worker: None, open_page: OpenPage) -> None:
    draw_ahead(now=timezone.now())
    anna, bea = known("anna"), known("bea")
    for owner, friend in ((anna, bea), (bea, anna)):
        Friend.objects.create(owner=owner, friend=friend, since=timezone.now())
    first = played(signed_in(open_page("/", size=WIDE), anna), anna)
    second = signed_in(open_page("/", size=WIDE), bea)
    second.goto("/today/")
    expect(second.get_by_text("anna has played.")).to_be_visible()
    expect_no_violations(second)
    second = played(second, bea)
    for page in (first, second):
        page.reload()
        table = page.locator("section", has=page.get_by_role("heading", name="This week"))
        expect(table.get_by_text("anna")).to_be_visible()
        expect(table.get_by_text("bea")).to_be_visible()
        expect(page.locator("#share-text")).to_contain_text("Next Act · deal 1", timeout=20_000)
    second.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
    assert sideways(second) == ""
    expect_no_violations(second)
