"""A finished game's review: asked for by a press, worked out meanwhile, looked at."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.axe import expect_no_violations
from tests.browser.fitting import scale_text, sideways
from tests.browser.table import sit_down
from tests.browsing import NARROW, WIDE, OpenPage
from tests.tables import people_game, play_on

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def reviewed(open_page: OpenPage, size: tuple[int, int], *, javascript: bool = True) -> Page:
    """From the table of a finished game."""
    game = people_game(4, bots=1)
    play_on(game, level="lev")
    page = sit_down(open_page("/", size=size, javascript=javascript), game)
    page.get_by_role("link", name="Review").click()
    page.get_by_role("button", name="Review this game").click()
    if not javascript:
        page.wait_for_timeout(3000)
        page.get_by_role("link", name="Look again").click()
    expect(page.get_by_role("heading", name="Accuracy")).to_be_visible()
    return page


def test_it_comes_by_itself_and_is_walked_through_by_keys(
    worker: None, open_page: OpenPage
) -> None:
    page = reviewed(open_page, WIDE)
    moment = page.locator("#moment-title")
    page.keyboard.press("Home")
    expect(moment).to_have_text("The deal")
    expect(page).to_have_url(re.compile("round=[1-4]&move=0"))
    page.keyboard.press("ArrowRight")
    expect(moment).to_have_text(re.compile("The table at move [1-4]$"))
    page.keyboard.press("End")
    expect(page.locator(".own-moves li").last.locator("a")).to_have_attribute(
        "aria-current", "true"
    )
    page.go_back()
    expect(moment).to_have_text(re.compile("The table at move [1-4]$"))
    page.evaluate("scrollTo(0, 300)")
    page.locator(".own-moves a").nth(2).click()
    expect(page.locator(".own-moves a").nth(2)).to_be_focused()
    assert page.evaluate("scrollY") == 300, "the page stays where it is"


def test_it_fits_every_screen_and_a_checker_finds_nothing(
    worker: None, open_page: OpenPage
) -> None:
    page = reviewed(open_page, NARROW)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        expect_no_violations(page)
    for width in (320, 390, 820, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        for size in ("100%", "200%"):
            scale_text(page, size)
            assert sideways(page) == "", f"at {width}, {size}"


def test_without_javascript_every_decision_is_a_link(worker: None, open_page: OpenPage) -> None:
    page = reviewed(open_page, WIDE, javascript=False)
    page.locator(".own-moves a").first.click()
    expect(page.locator("#moment-title")).to_have_text("The deal")
