"""Within a turn the page stays where it is, and ring and hand where they are seen."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.models import Game
from games.rules.moves import Show
from tests.browser.table import sit_down
from tests.browsing import OpenPage
from tests.pages.conftest import MINE, DealHands, keep_all, play
from tests.tables import bot_game

TWENTY = f"{MINE} 4/6 5/9 3/8 5/10 3/1 4/3 1/8 2/4 5/4"

SCREENS = {"320": (320, 640), "390": (390, 844), "820": (820, 1180), "1280": (1280, 800)}
SCROLLED = (0, 91, 260)

SCOUT = ("#end-left", "#flip", "#gap-after", "#gap-before", "#gap-2", "#keep")
TURN = (
    *(".chip", "#card-3", "#do-show", "#card-8", "#card-8"),
    *("#do-hint", "#hint-after, #hint .shown", "#do-hint", "#do-unhint"),
    *("#do-scout", "#do-cancel", "#do-scout", *SCOUT, "#do-cancel", "#end-right", "#do-cancel"),
    *("#do-both", *SCOUT, "#do-next", ".chip", "#card-9", "#do-show", "#do-back", "#do-cancel"),
)
"""What is pressed in one turn. Of alternatives the first that is seen, or else is there, counts."""

PLACES = """() => {
    const box = (part) => document.querySelector(part).getBoundingClientRect();
    const [ring, hand, bar] = [box('.ring'), box('#hand'), box('.bar')];
    return {
        scrolled: scrollY,
        ring: [ring.left, ring.top, ring.width, ring.height].map(Math.round),
        hand: [hand.left, hand.top, hand.width].map(Math.round),
        // At the end of the page the bar lies below the hand, whatever that is like.
        bar: Math.round(Math.max(bar.bottom, innerHeight - 12)),
        high: Math.round(bar.height),
    };
}"""

# The middle of the first part that a finger would meet; else presses the first as a key would.
PRESS = """selectors => {
    const parts = selectors.split(', ').flatMap((one) => [...document.querySelectorAll(one)]);
    const asks = (part) => part.matches(
        '[id^=do-]:not([aria-disabled], #do-unhint), [id^=end-], #hint .shown');
    document.querySelector('#board').dataset.seen = '';
    for (const part of parts) {
        const box = part.getBoundingClientRect();
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
        const there = document.elementFromPoint(x, y);
        if (there && (part.contains(there) || there.contains(part) && there.closest('label'))) {
            return { x, y, asks: asks(part) };
        }
    }
    const [part] = parts;
    part.click();
    return { asks: asks(part) };
}"""

TWO_FRAMES = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


def tap(page: Page, selectors: str) -> None:
    """Press where a finger would, without scrolling there, and wait for what it leads to."""
    found: dict[str, Any] = page.evaluate(PRESS, selectors)
    if "x" in found:
        page.mouse.click(found["x"], found["y"])
    if found["asks"]:
        expect(page.locator("#board:not([data-seen])")).to_be_attached()
        expect(page.locator(".htmx-settling, .htmx-swapping")).to_have_count(0)
    page.evaluate(TWO_FRAMES)


@pytest.fixture
def game(transactional_db: None, deal: DealHands) -> Game:
    """Twenty cards against a pair of 7s, among five."""
    deal({0: TWENTY, 4: "7/6 7/9"}, players=5, starter=4)
    game = bot_game(players=5)
    keep_all(game, range(5))
    play(game, 4, Show(0, 2))
    return game


@pytest.mark.slow
@pytest.mark.parametrize("width", SCREENS)
def test_no_press_of_a_turn_moves_page_ring_or_hand(
    game: Game, open_page: OpenPage, width: str
) -> None:
    page = sit_down(open_page("/", size=SCREENS[width]), game)
    page.wait_for_load_state()
    for scrolled in SCROLLED:
        page.reload()
        page.wait_for_load_state()
        page.evaluate(f"scrollTo(0, {scrolled})")
        before = page.evaluate(PLACES)
        assert before["scrolled"] == scrolled
        for number, selectors in enumerate(TURN):
            tap(page, selectors)
            after = page.evaluate(PLACES)
            # On the shortest phones the words of a scout need a line more than two.
            if width == "320" and page.locator(".compose").count():
                assert after["high"] - before["high"] <= 18
                after["high"] = before["high"]
            assert after["high"] == pytest.approx(before["high"], abs=1), (number, selectors)
            after["high"] = before["high"]
            assert after == before, f"{number}, {selectors}, scrolled by {scrolled}"


@pytest.mark.parametrize("width", ["390", "1280"])
def test_a_move_that_is_sent_leaves_the_page_where_it_is(
    game: Game, open_page: OpenPage, width: str
) -> None:
    page = sit_down(open_page("/", size=SCREENS[width]), game)
    page.wait_for_load_state()
    page.evaluate("scrollTo(0, 91)")
    tap(page, ".chip")
    tap(page, "#do-show")
    expect(page.locator("#headline")).to_be_focused()
    assert page.evaluate("scrollY") == 91


def test_a_third_line_of_words_comes_at_a_press(game: Game, open_page: OpenPage) -> None:
    page = sit_down(open_page("/", size=SCREENS["390"]), game)
    page.wait_for_load_state()
    for card in ("#card-3", "#card-4"):
        page.locator(card).click()
    rule, why = page.locator("#rule"), page.locator("#why")
    expect(rule).not_to_be_in_viewport()
    why.click()
    expect(why).to_have_attribute("aria-expanded", "true")
    expect(rule).to_be_in_viewport()
    why.click()
    expect(rule).not_to_be_in_viewport()
    why.click()
    page.locator("#card-4").click()
    expect(why).to_have_attribute("aria-expanded", "false")
