"""Pages of a language that is read from right to left: turned round, but for the cards."""

from collections.abc import Iterator

import pytest
import time_machine
from django.core.cache import cache
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Game
from games.rules.moves import Show
from tests.browser.fitting import sideways
from tests.browser.table import press, sit_down
from tests.browsing import NARROW, WIDE, OpenPage
from tests.pages.conftest import MINE, DealHands, keep_all, play
from tests.tables import bot_game
from tests.telling.people import MINUTE, NOON, send_at, table_waiting_for
from tests.telling.server import Mailbox, html_of

pytestmark = pytest.mark.slow

SEVENS = "7/6 7/9"


@pytest.fixture(autouse=True)
def _no_limits_from_before() -> None:
    cache.clear()


@pytest.fixture
def game(transactional_db: None, deal: DealHands, maya: User, pseudo_language: str) -> Game:
    """Maya reads from right to left and is to beat 7-7."""
    deal({0: MINE, 3: SEVENS}, starter=3)
    game = bot_game()
    game.seats.filter(number=0).update(user=maya)
    User.objects.filter(pk=maya.pk).update(language=pseudo_language)
    keep_all(game, range(4))
    play(game, 3, Show(0, 2))
    return game


def middles(page: Page, selector: str) -> list[float]:
    """From the left edge, in the order of the page."""
    return list(
        page.locator(selector).evaluate_all(
            """found => found.map(each => {
                const { left, width } = each.getBoundingClientRect();
                return left + width / 2;
            })"""
        )
    )


def rows_of_cards(page: Page, selector: str) -> Iterator[list[float]]:
    """How far to the right cards lie, row by row."""
    cards = page.locator(selector).evaluate_all(
        "found => found.map(each => each.getBoundingClientRect()).map(({ x, y }) => [y, x])"
    )
    for top in dict.fromkeys(top for top, _x in cards):
        yield [x for at, x in cards if at == top]


def turned_round(page: Page) -> None:
    """Nothing is cut off, and what comes first stands on the right."""
    assert sideways(page) == ""
    assert page.evaluate("scrollX") == 0
    assert page.locator("html").get_attribute("dir") == "rtl"
    wide = page.viewport_size["width"] if page.viewport_size else 0
    assert middles(page, ".brand")[0] > wide / 2
    heading = page.locator("h1").first
    assert heading.evaluate("each => getComputedStyle(each).direction") == "rtl"


@pytest.mark.parametrize("size", [NARROW, WIDE])
def test_pages_are_turned_round_and_cards_are_not(
    open_page: OpenPage, game: Game, size: tuple[int, int]
) -> None:
    page = sit_down(open_page("/", size=size), game)
    turned_round(page)
    rows = list(rows_of_cards(page, ".hand .card"))
    assert sum(map(len, rows)) == len(MINE.split())
    assert all(row == sorted(row) for row in rows)
    ring = middles(page, "#end-left, .ring .card, #end-right")
    assert ring == sorted(ring)
    assert len(ring) == 4
    # The first to play after me sits where one begins to read.
    seats = middles(page, ".seat")
    assert seats == sorted(seats, reverse=True)
    page.goto("/games/")
    turned_round(page)
    page.goto("/account/")
    expect(page.locator("main form").first).to_be_visible()
    turned_round(page)


def test_keys_move_as_the_cards_lie(open_page: OpenPage, game: Game) -> None:
    page = sit_down(open_page("/"), game)
    page.locator("[name=card]").nth(2).focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.id") == "card-3"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.id") == "card-1"
    press(page, "#end-left")
    before = middles(page, ".fresh")[0]
    page.keyboard.press("ArrowRight")
    expect(page.locator("[name=to]")).not_to_have_value("0")
    after = middles(page, ".fresh")[0]
    assert after != before
    press(page, "#gap-before")
    assert middles(page, ".fresh")[0] < after
    left, right = middles(page, "#gap-before, #gap-after")
    assert left < right


@pytest.mark.parametrize("size", [NARROW, WIDE])
def test_an_email_is_turned_round_but_not_its_cards(
    open_page: OpenPage,
    mailbox: Mailbox,
    transactional_db: None,
    maya: User,
    bruno: User,
    pseudo_language: str,
    size: tuple[int, int],
) -> None:
    User.objects.update(language=pseudo_language)
    with time_machine.travel(NOON, tick=False):
        table_waiting_for(maya, bruno)
        assert send_at(NOON + 10 * MINUTE) == 1
    html = html_of(mailbox.only())
    page = open_page("/about/", size=size)
    page.route("**/mail/", lambda route: route.fulfill(content_type="text/html", body=html))
    page.goto("/mail/")
    assert sideways(page) == ""
    assert page.locator("html").get_attribute("dir") == "rtl"
    assert page.locator("h1").evaluate("each => getComputedStyle(each).direction") == "rtl"
    cards = middles(page, "table[dir=ltr] > tbody > tr > td")
    assert cards == sorted(cards)
    # A player's name stands at the beginning of a line, and the cards they hold at its end.
    name, points = middles(page, "th[scope=row] ~ td, th[scope=row]")[:2]
    assert name > points
