"""The choice of light or dark changes the page, with and without JavaScript."""

import pytest
from playwright.sync_api import Page, expect

from tests.axe import expect_no_violations
from tests.browser.fitting import scale_text, sideways
from tests.browsing import OpenPage

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

PAGES = ["/", "/rules/", "/learn/", "/about/", "/privacy/", "/contact/", "/games/", "/nowhere/"]
PAPER = {"light": "rgb(247, 239, 223)", "dark": "rgb(20, 18, 27)"}


def expect_paper(page: Page, scheme: str) -> None:
    expect(page.locator("body")).to_have_css("background-color", PAPER[scheme])


@pytest.mark.parametrize("javascript", [True, False])
@pytest.mark.parametrize(("system", "choice"), [("light", "dark"), ("dark", "light")])
def test_a_choice_outranks_the_system_until_it_is_given_back(
    open_page: OpenPage, javascript: bool, system: str, choice: str
) -> None:
    page = open_page("/rules/", javascript=javascript)
    page.emulate_media(color_scheme="dark" if system == "dark" else "light")
    expect_paper(page, system)
    page.get_by_role("button", name=choice.capitalize(), exact=True).click()
    expect(page.locator("h1")).to_have_text("How to play")
    expect_paper(page, choice)
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == choice
    page.goto("/about/")
    expect_paper(page, choice)
    page.get_by_role("button", name="System", exact=True).click()
    expect(page.locator("h1")).to_have_text("About Next Act")
    expect_paper(page, system)


def test_a_chosen_theme_can_be_read_by_all(open_page: OpenPage) -> None:
    page = open_page("/")
    page.get_by_role("button", name="Dark", exact=True).click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect_no_violations(page)


@pytest.mark.parametrize("fonts", [True, False], ids=["own fonts", "other fonts"])
@pytest.mark.parametrize("path", PAGES)
def test_large_text_little_room_and_forced_colours_lose_nothing(
    open_page: OpenPage, path: str, fonts: bool
) -> None:
    page = open_page(path, fonts=fonts, statuses=[404])
    page.emulate_media(forced_colors="active", reduced_motion="reduce")
    for fold in page.locator("main details").all():
        fold.evaluate("fold => { fold.open = true }")
    for width, height in ((320, 640), (390, 844), (820, 1180), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        for size in ("100%", "200%"):
            scale_text(page, size)
            assert sideways(page) == "", f"{path} at {width}, {size}"
