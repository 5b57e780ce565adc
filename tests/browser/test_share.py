"""Passing an invitation on, from a phone and from a desk."""

import pytest
from playwright.sync_api import expect

from accounts.models import User
from games.lobby.opening import create_game
from games.lobby.terms import Terms
from games.models import Game
from tests.axe import expect_no_violations
from tests.browser.fitting import sideways
from tests.browser.table import sit_down
from tests.browsing import NARROW, OpenPage

pytestmark = pytest.mark.django_db(transaction=True)

SHEET = """navigator.share = async (given) => {
    document.documentElement.shared = given;
    throw new DOMException("closed", "AbortError");
};"""


@pytest.fixture
def game() -> Game:
    maya = User.objects.create_user("Maya", email_confirmed=True)
    return create_game(user=maya, terms=Terms(players=4))


def test_the_share_button_opens_the_device_s_own_sheet(open_page: OpenPage, game: Game) -> None:
    page = open_page("/", size=NARROW)
    page.add_init_script(SHEET)
    sit_down(page, game)
    page.get_by_role("button", name="Share the link").click()
    link = page.get_by_label("Invitation link", exact=True).input_value()
    assert page.evaluate("document.documentElement.shared") == {
        "title": "A game of Scout",
        "text": "Sit down at my table.",
        "url": link,
    }
    # Somebody who closes the sheet is told nothing.
    expect(page.locator("#said")).to_have_text("")


def test_where_there_is_no_sheet_the_link_is_copied(open_page: OpenPage, game: Game) -> None:
    page = open_page("/")
    page.add_init_script("delete Navigator.prototype.share;")
    sit_down(page, game)
    expect(page.get_by_role("button", name="Share the link")).to_have_count(0)
    # One button for it, not two.
    expect(page.get_by_role("button", name="Copy")).to_have_count(1)
    page.context.grant_permissions(["clipboard-write"])
    page.get_by_role("button", name="Copy the link").click()
    expect(page.locator("#said")).to_have_text("Copied")
    # Pages may not read the clipboard; people can paste it.
    name = page.get_by_label("Player’s name")
    name.press("ControlOrMeta+v")
    link = page.get_by_label("Invitation link", exact=True).input_value()
    # As much of it as a name may have.
    expect(name).to_have_value(link[:40])


def test_without_javascript_there_are_the_code_the_link_and_an_email(
    open_page: OpenPage, game: Game
) -> None:
    page = sit_down(open_page("/", javascript=False), game)
    expect(page.get_by_role("img", name="Code for the invitation link")).to_be_visible()
    expect(page.get_by_label("Invitation link", exact=True)).to_be_visible()
    expect(page.get_by_role("link", name="By email")).to_be_visible()
    for name in ("Share the link", "Copy"):
        expect(page.get_by_role("button", name=name)).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_code_is_dark_on_light_in_either_scheme_and_fits_small_screens(
    open_page: OpenPage, game: Game, scheme: str
) -> None:
    page = open_page("/", size=(320, 640))
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.add_init_script(SHEET)
    sit_down(page, game)
    assert sideways(page) == ""
    code = page.get_by_role("img", name="Code for the invitation link")
    assert code.evaluate("code => getComputedStyle(code).backgroundColor") == "rgb(255, 255, 255)"
    drawn = code.locator("path").evaluate_all(
        "paths => paths.map((path) => [getComputedStyle(path).fill, getComputedStyle(path).stroke])"
    )
    assert drawn[0][0] == "rgb(255, 255, 255)"
    assert drawn[1][1] == "rgb(36, 26, 21)"
    expect_no_violations(page)
