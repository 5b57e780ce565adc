"""A guest's address, from the invitation to the way back, at real presses."""

import re

import pytest
from django.core import mail
from playwright.sync_api import expect

from accounts.models import User
from games.lobby.opening import create_game
from games.lobby.terms import Terms
from tests.accounts.people import account, code_in
from tests.axe import expect_no_violations
from tests.browser.fitting import sideways
from tests.browsing import NARROW, OpenPage

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("javascript", [True, False])
def test_a_guest_types_an_address_confirms_it_elsewhere_and_comes_back_on_a_third_device(
    open_page: OpenPage, javascript: bool
) -> None:
    game = create_game(user=account(), terms=Terms(players=3, name="Duel"))
    page = open_page(f"/invitation/{game.invitation}/", size=NARROW, javascript=javascript)
    page.get_by_label("Name at the table").fill("Gus")
    page.get_by_label("Email, if you like").fill("Gus@example.org")
    page.get_by_role("button", name="Sit down").click()
    panel = page.get_by_role("region", name="Look into your mailbox")
    expect(panel).to_contain_text("gus@example.org")
    link = re.search(r"localhost:8000(\S+)", str(mail.outbox[0].body))
    assert link

    elsewhere = open_page(link[1], javascript=javascript)
    elsewhere.get_by_role("button", name="Yes, tell me there").click()
    expect(elsewhere.get_by_role("heading", level=1)).to_have_text("That’s your address")

    page.goto(page.url)
    expect(panel).to_have_count(0)
    third = open_page("/account/login/code/", javascript=javascript)
    third.get_by_label("Email address").fill("gus@example.org")
    third.get_by_role("button", name="Email me a code").click()
    third.get_by_label("Code").wait_for()
    third.get_by_label("Code").fill(code_in(str(mail.outbox[-1].body)))
    third.get_by_role("button", name="Continue").click()
    expect(third.get_by_role("heading", level=1)).to_have_text("My games")
    expect(third.get_by_role("link", name="Duel", exact=True)).to_be_visible()
    third.get_by_role("button", name="Remove this address").click()
    expect(third.get_by_role("region", name="Tell me when it’s my turn")).to_be_visible()
    assert not User.objects.filter(email="gus@example.org").exists()


@pytest.mark.parametrize("width", [1280, 390, 320])
def test_the_panel_fits_and_is_accessible_in_each_of_its_states(
    open_page: OpenPage, width: int
) -> None:
    game = create_game(user=account(), terms=Terms(players=3))
    page = open_page(f"/invitation/{game.invitation}/", size=(width, 800))
    expect_no_violations(page)
    page.get_by_role("button", name="Sit down").click()
    panel = page.locator("#way-back")
    for _ in range(2):
        panel.wait_for()
        expect_no_violations(page)
        assert sideways(page) == ""
        if panel.get_by_text("Another address", exact=True).count():
            panel.get_by_text("Another address", exact=True).press("Enter")
            expect_no_violations(page)
            break
        panel.get_by_label("Your email address").fill(f"{'long' * 15}@example.org")
        panel.get_by_role("button", name="Email me").click()
        expect(panel).to_contain_text("Look into your mailbox")
