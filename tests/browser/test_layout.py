"""Every page fits every screen."""

from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from games.management.camera import browser_path
from games.models import Game
from games.rules.moves import Show
from tests.browser.fitting import scale_text, sideways
from tests.browser.table import press, sit_down
from tests.browsing import OpenPage
from tests.pages.conftest import MINE, DealHands, keep_all, play
from tests.tables import bot_game, play_on

WIDTHS = {
    "320": (320, 640),
    "390": (390, 844),
    "lying": (844, 390),
    "820": (820, 1180),
    "low": (1280, 640),
    "1280": (1280, 800),
}
STEPS = {
    "turn": "",
    "legal": "#pick-1-3",
    "illegal": "#card-3",
    "keys": "#keys summary",
    "scouting": "#end-right",
    "cancelled": "#do-cancel",
    "both": "#do-both",
    "both-gap": "#end-left",
    "both-show": "#do-next",
    "both-legal": ".chip >> nth=1",
}
"""The states of a turn, each with what leads to it from the one before."""

ROOM_FOR_A_PART = [("320", 5), *(("lying", players) for players in (2, 3, 4, 5))]
"""Screens and players with which a hand of two rows begins in sight, and goes on below."""

LONG = "4/6 5/9 3/8 5/10 3/1 4/3 1/8 2/4 5/4"

BOXES = """cards => cards.map(card => {
    const box = card.getBoundingClientRect();
    return [box.left, box.top + scrollY, box.width, box.height];
})"""

BORDERED = """part => {
    const { borderTopWidth, borderTopStyle } = getComputedStyle(part);
    return parseFloat(borderTopWidth) >= 1 && borderTopStyle === 'solid';
}"""

ON_TOP = """() => {
    const box = document.activeElement.getBoundingClientRect();
    const points = [box.top + 1, box.bottom - 1];
    return points.every((y) =>
        document.elementFromPoint(box.left + box.width / 2, y) === document.activeElement);
}"""


def expect_to_fit(page: Page, name: str) -> None:
    for width, (wide, high) in WIDTHS.items():
        page.set_viewport_size({"width": wide, "height": high})
        assert sideways(page) == "", f"{name} at {width}"


def hand_rows(page: Page) -> list[list[tuple[float, float, float, float]]]:
    """The boxes of the hand's cards, by row."""
    boxes = page.locator(".hand .row .card").evaluate_all(BOXES)
    found: list[list[tuple[float, float, float, float]]] = []
    for left, top, width, height in boxes:
        if not found or left < found[-1][-1][0]:
            found.append([])
        found[-1].append((left, top, width, height))
    return found


def against_sevens(deal: DealHands, players: int, hand: str) -> Game:
    """Seat 0 holds `hand` and has to beat a pair of 7s."""
    deal({0: hand, players - 1: "7/6 7/9"}, players=players, starter=players - 1)
    game = bot_game(players=players)
    keep_all(game, range(players))
    play(game, players - 1, Show(0, 2))
    return game


@pytest.fixture
def game(transactional_db: None, deal: DealHands) -> Game:
    deal({0: MINE, 3: "7/6 7/9"}, starter=3)
    game = bot_game()
    keep_all(game, range(4))
    play(game, 3, Show(0, 2))
    return game


@pytest.mark.parametrize("path", ["/", "/rules/", "/games/", "/nowhere/"])
def test_pages_fit_every_screen(open_page: OpenPage, path: str) -> None:
    expect_to_fit(open_page(path, statuses=[404]), path)


@pytest.mark.slow
def test_every_state_of_the_table_fits_every_screen(game: Game, open_page: OpenPage) -> None:
    page = sit_down(open_page("/"), game)
    for name, pressed in STEPS.items():
        page.set_viewport_size({"width": 1280, "height": 800})
        if pressed:
            press(page, pressed)
        expect_to_fit(page, name)


@pytest.mark.slow
def test_a_list_of_few_sets_ends_within_the_page(
    transactional_db: None, deal: DealHands, open_page: OpenPage
) -> None:
    page = sit_down(open_page("/"), against_sevens(deal, 2, MINE))
    expect(page.locator(".picks-row .chip")).not_to_have_count(0)
    expect(page.locator("#more")).to_have_count(0)
    expect_to_fit(page, "few sets")


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_number_of_players_fits_from_the_first_choice_to_the_end(
    transactional_db: None, open_page: OpenPage, players: int
) -> None:
    game = bot_game(players=players)
    page = sit_down(open_page("/"), game)
    expect(page.locator("#headline")).to_have_text("Which way up?")
    expect_to_fit(page, "orientation")
    play_on(game, 3 * players)
    page.reload()
    expect_to_fit(page, "play")
    play_on(game, until=lambda state: bool(state.results))
    page.reload()
    expect_to_fit(page, "round end")
    play_on(game)
    page.reload()
    expect_to_fit(page, "game end")


@pytest.mark.parametrize("width", ["320", "390"])
def test_nothing_that_has_the_focus_is_hidden_behind_the_bar(
    game: Game, open_page: OpenPage, width: str
) -> None:
    page = sit_down(open_page("/", size=WIDTHS[width]), game)
    page.locator("#card-0").focus()
    for card in range(len(MINE.split())):
        expect(page.locator(f"#card-{card}")).to_be_focused()
        assert page.evaluate(ON_TOP), f"card {card}"
        page.keyboard.press("ArrowRight")


@pytest.mark.parametrize("width", ["320", "390", "820", "1280"])
def test_letters_of_twice_the_size_fit_and_the_bar_gives_way(
    game: Game, open_page: OpenPage, width: str
) -> None:
    ordinary = open_page("/")
    browser = ordinary.context.browser
    assert browser
    twice = ["--no-sandbox", "--blink-settings=defaultFontSize=32"]
    large = browser.browser_type.launch(executable_path=browser_path(), args=twice)
    page = large.new_page(base_url=ordinary.url)
    page.goto("/")
    wide, high = WIDTHS[width]
    page.set_viewport_size({"width": wide, "height": high})
    sit_down(page, game)
    page.locator("#pick-1-3").click()
    assert sideways(page) == ""
    if high <= 1000:
        expect(page.locator(".bar")).to_have_css("position", "static")
    large.close()


@pytest.mark.slow
@pytest.mark.parametrize("fonts", [True, False], ids=["own fonts", "other fonts"])
@pytest.mark.parametrize("size", ["100%", "200%"])
def test_no_state_of_the_table_scrolls_sideways_whatever_the_letters(
    game: Game, open_page: OpenPage, size: str, fonts: bool
) -> None:
    page = sit_down(open_page("/", fonts=fonts), game)
    for name, pressed in STEPS.items():
        if pressed:
            press(page, pressed)
        scale_text(page, size)
        expect_to_fit(page, f"{name}, {size}")
        page.set_viewport_size({"width": 1280, "height": 800})


@pytest.mark.slow
@pytest.mark.parametrize(("players", "count"), [(4, 11), (2, 20), (3, 20), (4, 20), (5, 20)])
def test_a_hand_is_rows_in_order_that_never_overlap(
    transactional_db: None, deal: DealHands, open_page: OpenPage, players: int, count: int
) -> None:
    game = against_sevens(deal, players, f"{MINE} {LONG}" if count == 20 else MINE)
    page = sit_down(open_page("/", size=WIDTHS["320"]), game)
    for width in ("1280", "820", "390", "320"):
        wide, high = WIDTHS[width]
        page.set_viewport_size({"width": wide, "height": high})
        assert sideways(page) == ""
        expect_rows(page, count, wide)
    press(page, "#end-left")
    expect(page.locator(".slot").first).to_be_visible()
    gaps = page.locator(".slot").evaluate_all("slots => slots.map(slot => slot.value)")
    assert len(gaps) == count + 1
    assert sideways(page) == ""
    for gap in gaps:
        slot = page.locator(f"#{gap}")
        if slot.is_visible():
            slot.click()
        expect(page.locator("[name=to]")).to_have_value(gap.removeprefix("gap-"))
        expect(slot).to_be_hidden()


def expect_rows(page: Page, count: int, screen: int) -> None:
    """Each card must be wide enough, and none over another."""
    rows = hand_rows(page)
    assert sum(len(row) for row in rows) == count
    for row in rows:
        for (left, _, wide, _), (next_left, _, _, _) in pairwise(row):
            assert left + wide <= next_left
        assert all(wide >= 42 for _, _, wide, _ in row)
        assert row[-1][0] + row[-1][2] <= screen
    for above, below in pairwise(rows):
        assert above[0][1] + above[0][3] <= below[0][1]


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_bar_keeps_nothing_from_a_finger(
    transactional_db: None, deal: DealHands, open_page: OpenPage, players: int
) -> None:
    page = sit_down(open_page("/"), against_sevens(deal, players, MINE))
    for width in ("320", "390", "lying"):
        wide, high = WIDTHS[width]
        page.set_viewport_size({"width": wide, "height": high})
        page.evaluate("scrollTo(0, 0)")
        bar = page.locator(".bar").bounding_box()
        assert bar
        bottom = max(top + height for _, top, _, height in hand_rows(page)[-1])
        if (width, players) not in ROOM_FOR_A_PART:
            assert bottom <= bar["y"], "the hand is out of sight before anything is scrolled"
        for target in page.locator(
            ".pick, .chip:visible, .more > summary, [id^=end-], .move-chip:visible, .log li"
        ).all():
            # Scrolled to where it can be pressed, if there is such a place.
            target.click(trial=True)


def test_forced_colours_leave_cards_and_their_marks(game: Game, open_page: OpenPage) -> None:
    page = sit_down(open_page("/"), game)
    page.emulate_media(forced_colors="active")

    def expect_border(selector: str) -> None:
        part = page.locator(selector).first
        expect(part).to_be_visible()
        assert part.evaluate(BORDERED), f"{selector} has no edge"

    expect_border(".hand .card")
    expect_border(".ring .card b")
    numeral = page.locator(".hand .card b").first
    expect(numeral).to_have_text("6")
    assert numeral.evaluate(
        "b => getComputedStyle(b).color !== getComputedStyle(b).backgroundColor"
    )
    page.locator("#pick-1-3").click()
    expect_border("label:has(#card-1) .tab")
    expect(page.locator("label:has(#card-1) .tab")).to_have_text("✓")
    page.locator("#card-3").click()
    expect_border("label:has(#card-1) .tab")
    expect(page.locator("label:has(#card-1) .tab")).to_have_text("✕")
    press(page, "#end-right")
    expect_border(".fresh .tag")
    expect(page.locator(".fresh .tag")).to_have_text("New")
