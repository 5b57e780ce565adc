"""A player who presses too fast keeps the selection, and is told."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from playwright.sync_api import expect
from pytest_django import Settings

from games.models import Game, Move
from games.rules.moves import Show
from tests.browser.table import sit_down
from tests.browsing import NARROW, OpenPage
from tests.pages.conftest import MINE, DealHands, keep_all, play
from tests.tables import bot_game


@pytest.fixture
def game(transactional_db: None, deal: DealHands) -> Game:
    """The design's position: 6 8 8 6 5 4 2 6 3 2 3 against 7-7."""
    deal({0: MINE, 3: "7/6 7/9"}, starter=3)
    game = bot_game()
    keep_all(game, range(4))
    play(game, 3, Show(0, 2))
    return game


@pytest.fixture(autouse=True)
def _nothing_more_is_let_through(settings: Settings) -> Iterator[None]:
    cache.clear()
    settings.RATELIMIT_ENABLE = True
    settings.PAGE_LIMITS = dict.fromkeys(settings.PAGE_LIMITS, "0/d")
    yield
    cache.clear()


def test_a_move_too_fast_stays_selected_and_can_be_sent_again(
    open_page: OpenPage, game: Game, settings: Settings
) -> None:
    page = sit_down(open_page("/", size=NARROW, statuses=(429,)), game)
    # htmx says there that it was refused.
    page.evaluate("console.error = () => {}")
    moves = Move.objects.filter(game=game).count()
    for card in (3, 4, 5):
        page.locator(f"#card-{card}").click()
    expect(page.locator("#do-show")).to_have_text("Show 6-5-4")
    page.locator("#do-show").click()
    expect(page.locator("#alert")).to_contain_text("Too fast")
    expect(page.locator("#do-show")).to_have_text("Send again: Show 6-5-4")
    expect(page.locator("[name=card]:checked")).to_have_count(3)
    assert Move.objects.filter(game=game).count() == moves
    settings.RATELIMIT_ENABLE = False
    page.locator("#do-show").click()
    expect(page.locator("#headline")).not_to_have_text("You’re on")
    assert Move.objects.filter(game=game).count() == moves + 1


def test_without_a_script_one_press_sends_the_same_again(
    open_page: OpenPage, game: Game, settings: Settings
) -> None:
    page = sit_down(open_page("/", size=NARROW, statuses=(429,), javascript=False), game)
    moves = Move.objects.filter(game=game).count()
    for card in (3, 4, 5):
        page.locator(f"#card-{card}").check()
    page.locator("#do-show").click()
    expect(page.get_by_role("heading", name="Too many attempts")).to_be_visible()
    assert Move.objects.filter(game=game).count() == moves
    settings.RATELIMIT_ENABLE = False
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("#log")).to_contain_text("You show")
    assert Move.objects.filter(game=game).count() == moves + 1
