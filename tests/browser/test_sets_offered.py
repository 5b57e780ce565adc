"""Four sets above the hand, of which a phone has room for three."""

import pytest
from playwright.sync_api import Page, expect

from games.models import Game
from games.rules.moves import Show
from tests.browser.fitting import sideways
from tests.browser.table import sit_down
from tests.browsing import NARROW, OpenPage
from tests.pages.conftest import DealHands, keep_all, play
from tests.tables import bot_game

HAND = "4/7 9/2 9/6 4/8 8/1 9/5 10/3 2/7 1/10 6/3"
SPARE = "#pick-7-9"
"""2-1, the weakest but for the cheapest card."""


@pytest.fixture
def game(transactional_db: None, deal: DealHands) -> Game:
    deal({0: HAND, 1: "3/5 5/10"}, players=2, starter=1, exactly=True)
    game = bot_game(players=2)
    keep_all(game, range(2))
    play(game, 1, Show(0, 1))
    return game


def in_sight(page: Page) -> list[str]:
    return page.locator(".picks-row .chip:visible").all_inner_texts()


def test_a_wide_screen_shows_all_four(game: Game, open_page: OpenPage) -> None:
    page = sit_down(open_page("/"), game)
    assert in_sight(page) == ["8-9-10", "9-9", "2-1", "cheapest 4"]
    expect(page.locator("#more")).to_be_hidden()
    page.locator("#card-5").focus()
    page.keyboard.press("4")
    expect(page.locator("#do-show")).to_have_text("Show 4")
    page.keyboard.press("5")
    expect(page.locator("#do-show")).to_have_text("Show 4")


@pytest.mark.slow
def test_a_phone_folds_one_of_them_until_it_is_chosen(game: Game, open_page: OpenPage) -> None:
    page = sit_down(open_page("/", size=NARROW, touch=True), game)
    assert in_sight(page) == ["8-9-10", "9-9", "cheapest 4"]
    for chip in page.locator(".picks-row .chip:visible").all():
        expect(chip).to_be_in_viewport(ratio=1)
    expect(page.locator("#more summary")).to_have_text("+1 more", use_inner_text=True)
    page.locator("#more summary").tap()
    page.locator("#more .chip:visible").tap()
    expect(page.locator("#do-show")).to_have_text("Show 2-1")
    expect(page.locator(SPARE)).to_have_attribute("aria-pressed", "true")
    expect(page.locator(SPARE)).to_be_focused()
    expect(page.locator(SPARE)).to_be_in_viewport(ratio=1)
    assert sideways(page) == ""
    page.locator(".picks-row .chip", has_text="8-9-10").tap()
    assert in_sight(page) == ["8-9-10", "9-9", "cheapest 4"]


def test_a_phone_without_javascript_folds_it_too(game: Game, open_page: OpenPage) -> None:
    page = sit_down(open_page("/", size=NARROW, javascript=False), game)
    assert in_sight(page) == ["8-9-10", "9-9", "cheapest 4"]
    page.locator("#more summary").click()
    page.locator("#more .chip:visible").click()
    expect(page.locator("#verdict-title")).to_have_text("2-1 beats 3")
    assert in_sight(page) == ["8-9-10", "9-9", "2-1", "cheapest 4"]


@pytest.mark.slow
@pytest.mark.parametrize("javascript", [True, False], ids=["scripts", "none"])
def test_a_set_from_the_fold_takes_the_place_of_the_last_in_sight(
    transactional_db: None, deal: DealHands, open_page: OpenPage, javascript: bool
) -> None:
    deal({0: "2/4 2/8 7/9 7/10 5/9 6/1 9/3 8/3 5/3 5/2"}, players=2)
    game = bot_game(players=2)
    keep_all(game, range(2))
    page = sit_down(open_page("/", size=NARROW, javascript=javascript), game)
    assert in_sight(page) == ["7-7", "5-5", "2-2"]
    expect(page.locator("#more summary")).to_have_text("+2 more", use_inner_text=True)
    page.locator("#more summary").click()
    page.locator("#more .chip:visible", has_text="5-6").click()
    expect(page.locator(".picks-row [aria-pressed=true]")).to_have_text("5-6")
    assert in_sight(page) == ["7-7", "5-5", "5-6"]
    page.locator("#more summary").click()
    assert sorted(page.locator("#more .chip:visible").all_inner_texts()) == ["2-2", "9-8"]
