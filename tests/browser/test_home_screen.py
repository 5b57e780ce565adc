"""The panel "Like an app": a button where the browser can be asked, a way to do it elsewhere."""

import pytest
from django.template import engines
from playwright.sync_api import Page, expect

from tests.axe import expect_no_violations
from tests.browser.fitting import sideways
from tests.browsing import NARROW, OpenPage

pytestmark = pytest.mark.django_db(transaction=True)

PANEL = """{% extends "base.html" %}
{% block content %}<h1>Settings</h1>{% include "accounts/telling/_app.html" %}{% endblock %}"""

OFFER = """outcome => {
    const offer = new Event("beforeinstallprompt", { cancelable: true });
    offer.prompt = async () => ({ outcome });
    return !dispatchEvent(offer);
}"""


@pytest.fixture
def page(open_page: OpenPage) -> Page:
    """A page with the panel, on a phone."""
    page = open_page("/about/", size=NARROW)
    html = engines["django"].from_string(PANEL).render({})
    page.route("**/panel/", lambda route: route.fulfill(content_type="text/html", body=html))
    page.goto("/panel/")
    return page


def test_where_a_browser_cannot_be_asked_the_panel_says_how_it_is_done(page: Page) -> None:
    panel = page.get_by_role("region", name="Like an app")
    expect(panel).to_contain_text("iPhone and iPad: press Share")
    expect(panel).to_contain_text("Android and computers: open the browser’s menu")
    expect(panel.get_by_role("button")).to_have_count(0)
    expect_no_violations(page)


def test_a_press_asks_the_browser_and_the_panel_says_when_it_is_there(page: Page) -> None:
    panel = page.get_by_role("region", name="Like an app")
    # The browser's own banner stays away.
    assert page.evaluate(OFFER, "accepted") is True
    add = panel.get_by_role("button", name="Add to home screen")
    expect(add).to_be_visible()
    expect(panel.get_by_role("listitem")).to_have_count(0)
    expect_no_violations(page)
    page.set_viewport_size({"width": 320, "height": 640})
    assert sideways(page) == ""
    add.click()
    expect(panel.get_by_role("status")).to_contain_text("It’s there")
    expect(add).to_be_hidden()


def test_after_a_no_the_panel_says_how_it_is_done_later(page: Page) -> None:
    panel = page.get_by_role("region", name="Like an app")
    page.evaluate(OFFER, "dismissed")
    panel.get_by_role("button").click()
    expect(panel.get_by_role("listitem")).to_have_count(2)
    expect(panel.get_by_role("button")).to_have_count(0)
