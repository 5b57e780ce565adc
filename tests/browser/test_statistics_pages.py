"""Profiles, archives, leaderboards and rating explanations: readable on any screen."""

import pytest
from playwright.sync_api import Page, expect

from tests.axe import expect_no_violations
from tests.browser.fitting import scale_text, sideways
from tests.browsing import OpenPage
from tests.results.finished import finished
from tests.results.test_leaderboards import rate, wait

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

LONG = "Wolfeschlegelsteinhausenberg"
PAGES = {
    "profile": f"/players/{LONG}/",
    "archive": f"/players/{LONG}/games/",
    "leaderboards": "/leaderboards/?players=3",
    "search": "/leaderboards/?players=3&name=nobody+is+called+so",
    "ratings": "/ratings/",
}


@pytest.fixture
def played(db: None) -> None:
    """Includes somebody with a long name."""
    finished(LONG, "Bruno", "Ilse", rated=True, open_to_all=True)
    finished("Bruno", LONG, "Ilse", rated=True, open_to_all=True, day=1)
    finished(LONG, bots=1, open_to_all=True, day=2)
    for number in range(30):
        rate(f"Player {number}", 20 + number, players=3)
    wait(f"{LONG} the Second", 30, players=3, games=12, people=4)


def opened(open_page: OpenPage, path: str) -> Page:
    """Opens every table beside a chart."""
    page = open_page(path)
    for fold in page.locator("main details").all():
        fold.evaluate("fold => { fold.open = true }")
    return page


def test_they_are_free_of_what_a_checker_finds(open_page: OpenPage, played: None) -> None:
    for path in PAGES.values():
        page = opened(open_page, path)
        expect(page.locator("h1")).to_be_visible()
        expect_no_violations(page)


def test_they_never_scroll_sideways(open_page: OpenPage, played: None) -> None:
    for name, path in PAGES.items():
        page = opened(open_page, path)
        for width, height in ((320, 640), (390, 844), (820, 1180), (1280, 800)):
            page.set_viewport_size({"width": width, "height": height})
            for size in ("100%", "200%"):
                scale_text(page, size)
                assert sideways(page) == "", f"{name} at {width}, {size}"


def test_a_legend_stays_where_colours_are_forced(open_page: OpenPage, played: None) -> None:
    page = open_page(PAGES["profile"])
    page.emulate_media(forced_colors="active")
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    legend = page.locator("section[aria-labelledby=style] .legend")
    fills = legend.locator("rect.kind").evaluate_all(
        "all => all.map((one) => getComputedStyle(one).fill)"
    )
    assert len({*fills, ground}) == len(fills) + 1 == 4
    # A share without a pattern has one kind only.
    assert legend.locator("rect.drawn").count() == 2
