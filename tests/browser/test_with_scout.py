"""Two presses for a Scout & Show, and a list of sets that never moves the hand."""

import pytest
from playwright.sync_api import Page, expect

from games.models import Game, Move
from games.rules.moves import Show
from tests.browser.fitting import sideways
from tests.browser.table import here_and_served, press, sit_down
from tests.browsing import NARROW, OpenPage
from tests.pages.conftest import MINE, DealHands, keep_all, play
from tests.tables import bot_game

LONGEST = "#both-left-0-3-2-7"

WHERE = """() => ['.ring', '.hand-head', '.hand .row'].map(
    (part) => document.querySelector(part).getBoundingClientRect().top + scrollY)"""

WORDS = r"""(root) => ['#verdict', '.hand-head', '#do-show'].map(
    (part) => root.querySelector(part).textContent.replace(/\s+/g, ' ').trim())"""


@pytest.fixture
def game(transactional_db: None, deal: DealHands) -> Game:
    """6 8 8 6 5 4 2 6 3 2 3 against 7-7."""
    deal({0: MINE, 3: "7/6 7/9"}, starter=3)
    game = bot_game()
    keep_all(game, range(4))
    play(game, 3, Show(0, 2))
    return game


def where(page: Page) -> list[float]:
    """Where ring and hand lie; tests/browser/test_still.py sees that the page scrolls nowhere."""
    found: list[float] = page.evaluate(WHERE)
    return found


@pytest.mark.slow
def test_two_presses_on_a_phone(game: Game, open_page: OpenPage) -> None:
    page = sit_down(open_page("/", size=NARROW, touch=True), game)
    before = where(page)
    press(page, LONGEST)
    assert where(page) == before
    chip = page.locator(LONGEST)
    expect(chip).to_be_in_viewport(ratio=1)
    expect(chip).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#verdict-title")).to_have_text("8-7-6-5-4 beats the 7 left")
    expect(page.locator("#status")).to_have_text(
        "8-7-6-5-4 beats the 7 left. You win 1. Otto (bot) gets a chip."
    )
    assert sideways(page) == ""
    # Other cards may be chosen, and the chip chooses its own again.
    page.locator("label:has(#card-6)").tap()
    expect(chip).to_have_attribute("aria-pressed", "false")
    expect(page.locator("#do-show")).to_have_text("Scout 7, show 8-7-6-5")
    here, served = here_and_served(page, WORDS)
    assert here == served
    chip.tap()
    expect(page.locator("#do-show")).to_have_text("Scout 7, show 8-7-6-5-4")
    press(page, "#do-undo")
    assert where(page) == before
    press(page, LONGEST)
    page.locator("#do-show").tap()
    expect(page.locator("#headline")).not_to_have_text("You’re on")
    made = Move.objects.filter(game=game, seat=0).latest("version")
    assert (made.type, made.end, made.start, made.stop) == ("scout_and_show", "left", 2, 7)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(320, 640), NARROW, (1280, 800)], ids=["320", "390", "1280"])
def test_the_fold_opens_over_the_hand_and_keeps_what_is_chosen_in_sight(
    game: Game, open_page: OpenPage, size: tuple[int, int]
) -> None:
    page = sit_down(open_page("/", size=size), game)
    if size[1] < 800:
        # There the bar leaves no room for it before.
        page.evaluate("scrollTo(0, 200)")
    before = where(page)
    page.locator("#more summary").click()
    assert where(page) == before
    assert sideways(page) == ""
    chip = page.locator("#more .chip:visible").first
    value = chip.get_attribute("value")
    chip.click()
    expect(page.locator(f".picks-row #{value}")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(f".picks-row #{value}")).to_be_in_viewport(ratio=1)
    expect(page.locator(f"#{value}")).to_be_focused()
    expect(page.locator("#more")).not_to_have_attribute("open", "")
    assert where(page) == before
    page.locator("#more summary").click()
    page.keyboard.press("Escape")
    expect(page.locator("#more")).not_to_have_attribute("open", "")
    expect(page.locator("#more summary")).to_be_focused()


def test_number_keys_choose_them_and_escape_undoes(game: Game, open_page: OpenPage) -> None:
    page = sit_down(open_page("/"), game)
    page.locator("#card-0").focus()
    page.keyboard.press("3")
    expect(page.locator("#do-show")).to_have_text("Scout 7, show 8-7-6-5-4")
    page.keyboard.press("1")
    expect(page.locator("#do-show")).to_have_text("Show 6-5-4")
    page.keyboard.press("3")
    expect(page.locator("#do-undo")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#do-undo")).to_have_count(0)
    expect(page.locator("[name=card]:checked")).to_have_count(0)


def test_two_presses_without_javascript(game: Game, open_page: OpenPage) -> None:
    page = sit_down(open_page("/", size=NARROW, javascript=False), game)
    page.locator(LONGEST).click()
    expect(page.locator("#verdict-title")).to_have_text("8-7-6-5-4 beats the 7 left")
    page.locator("#do-show").click()
    expect(page.locator("#headline")).not_to_have_text("You’re on")
