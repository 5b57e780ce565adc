"""The table grows with the window, and large text breaks no word."""

import pytest
from playwright.sync_api import Page, expect

from games.models import Game
from games.rules.moves import Scout, Show
from tests.browser.fitting import scale_text, sideways
from tests.browser.table import sit_down
from tests.browser.words import broken
from tests.browsing import OpenPage
from tests.pages.conftest import MINE, DealHands, keep_all, play
from tests.tables import bot_game

TEN = " ".join(MINE.split()[:10])
TWENTY = f"{MINE} 4/6 5/9 3/8 5/10 3/1 4/3 1/8 2/4 5/4"

SCREENS = ((1920, 1080), (1280, 800), (1000, 800), (820, 1180), (390, 844), (320, 640))

WORDS = ".seat .name, .seat .counters, .ticket, .panel, .button, button, .ring, .hand-head, .way"

BOX = """part => {
    const { top, bottom, width, height } = part.getBoundingClientRect();
    return { top, bottom, width, height };
}"""


def against_sevens(deal: DealHands, hand: str, players: int = 4) -> Game:
    """Seat 0 holds `hand`; the seat before has shown a pair of 7s."""
    deal({0: hand, players - 1: "7/6 7/9"}, players=players, starter=players - 1)
    game = bot_game(players=players)
    keep_all(game, range(players))
    play(game, players - 1, Show(0, 2))
    return game


def box(page: Page, selector: str) -> dict[str, float]:
    return dict(page.locator(selector).first.evaluate(BOX))


def card(page: Page, where: str = ".hand") -> float:
    return round(box(page, f"{where} .card")["width"])


def look(page: Page, wide: int, high: int) -> None:
    page.set_viewport_size({"width": wide, "height": high})
    assert sideways(page) == "", f"at {wide}x{high}"


@pytest.mark.slow
def test_cards_ring_and_bar_grow_with_the_window(
    transactional_db: None, deal: DealHands, open_page: OpenPage
) -> None:
    page = sit_down(open_page("/"), against_sevens(deal, TEN))
    look(page, 1920, 1080)
    assert (card(page), card(page, ".ring")) == (110, 112)
    ring = box(page, ".ring")
    assert (round(ring["width"]), round(ring["height"])) == (1020, 322)
    assert round(box(page, ".table")["width"]) == 1780
    assert round(box(page, ".side")["width"]) == 360
    assert round(box(page, ".bar .main")["height"]) == 62
    look(page, 1440, 1000)
    assert 75 < card(page) < 110
    assert 680 < box(page, ".ring")["width"] < 1020
    # A window that is wide and low has no room for it.
    for wide, high in ((1280, 1000), (1920, 900)):
        look(page, wide, high)
        assert (card(page), card(page, ".ring")) == (75, 74)
        assert round(box(page, ".ring")["width"]) == 680


@pytest.mark.slow
def test_twenty_cards_lie_whole_above_the_bar(
    transactional_db: None, deal: DealHands, open_page: OpenPage
) -> None:
    page = sit_down(open_page("/"), against_sevens(deal, TWENTY))
    for wide, high, least in ((1920, 1080, 75), (2560, 1440, 75), (1280, 800, 44)):
        look(page, wide, high)
        page.evaluate("scrollTo(0, 0)")
        lowest = page.locator(".hand .card").last.evaluate(BOX)["bottom"]
        assert lowest <= box(page, ".bar")["top"], f"at {wide}x{high}"
        assert card(page) >= least


@pytest.mark.slow
def test_the_sets_named_below_the_hand_are_seen_above_the_bar(
    transactional_db: None, deal: DealHands, open_page: OpenPage
) -> None:
    nine = "6/8 8/10 8/9 6/5 5/2 4/8 2/9 6/2 3/5"
    page = sit_down(open_page("/"), against_sevens(deal, nine, 5))
    for wide, high in ((1280, 800), (1366, 768)):
        look(page, wide, high)
        expect(page.locator(".bracket")).to_have_count(2)
        named = page.locator(".bracket span").last.evaluate(BOX)
        assert named["bottom"] <= box(page, ".bar")["top"], f"at {wide}x{high}"


def test_which_way_up_is_asked_with_cards_as_large_as_in_the_hand(
    transactional_db: None, deal: DealHands, open_page: OpenPage
) -> None:
    deal({0: MINE}, starter=3)
    page = sit_down(open_page("/"), bot_game())
    expect(page.locator("#headline")).to_have_text("Which way up?")
    for wide, high, large in ((1920, 1080, 110), (1280, 800, 75), (390, 844, 51)):
        look(page, wide, high)
        assert card(page, ".way") == large
        # Both ways and the button are seen together.
        assert box(page, "#do-turn")["bottom"] <= high


@pytest.mark.slow
@pytest.mark.parametrize("players", [4, 5])
def test_text_of_twice_the_size_breaks_no_word(
    transactional_db: None, deal: DealHands, open_page: OpenPage, players: int
) -> None:
    game = against_sevens(deal, MINE, players)
    play(game, 0, Scout("left", flip=False, to=3))
    play(game, 1, Scout("left", flip=False, to=0))
    page = sit_down(open_page("/"), game)
    for size in ("100%", "130%", "200%"):
        scale_text(page, size)
        for wide, high in (
            (1920, 1080),
            (1280, 800),
            (1000, 800),
            (820, 1180),
            (390, 844),
            (320, 640),
        ):
            look(page, wide, high)
            assert broken(page, WORDS) == [], f"{size} at {wide}x{high}"
    # Twice the size of everything: half the window.
    scale_text(page, "100%")
    for wide, high in ((640, 400), (320, 568)):
        look(page, wide, high)
        assert broken(page, WORDS) == [], f"{wide}x{high}"
