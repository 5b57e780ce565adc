"""The hand lies above the bar, whatever is said over the table."""

import pytest
from playwright.sync_api import Page, expect

from games.models import PracticeKind, PracticePosition
from games.practice.starters import load_starters
from games.rules.moves import Show
from tests.browser.fitting import sideways
from tests.browser.table import sit_down
from tests.browsing import OpenPage
from tests.pages.conftest import MINE, DealHands, keep_all, play
from tests.tables import bot_game

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

DESKS = ((1280, 800), (1280, 720), (1024, 768))
SCREENS = (*DESKS, (390, 844), (320, 640))
NINE = "6/8 8/10 8/9 6/5 5/2 4/8 2/9 6/2 3/5"

HIDDEN = """(last) => {
    scrollTo(0, 0);
    const bar = document.querySelector('.bar').getBoundingClientRect();
    const cards = [...document.querySelectorAll('#hand .row .card')];
    return cards.at(last ? -1 : 0).getBoundingClientRect().bottom - bar.top;
}"""

ON_TOP = """() => {
    const { left, top, width, height } = document.activeElement.getBoundingClientRect();
    const there = document.elementFromPoint(left + width / 2, top + height / 2);
    return document.activeElement.contains(there);
}"""


def hidden(page: Page, *, last: bool = True) -> float:
    """By how many pixels the bar covers the hand's last card, or its first; 0 or less if not."""
    page.evaluate("document.fonts.ready")
    return float(page.evaluate(HIDDEN, last))


def table_and_hand(page: Page, screen: tuple[int, int]) -> list[float]:
    """Where the table and its last card are, on that screen."""
    look(page, screen)
    found: list[float] = page.locator(".table, #hand .cell:last-child").evaluate_all(
        "parts => parts.map((part) => part.getBoundingClientRect().top + scrollY)"
    )
    return found


def look(page: Page, screen: tuple[int, int]) -> None:
    page.set_viewport_size({"width": screen[0], "height": screen[1]})
    assert sideways(page) == "", f"at {screen}"


@pytest.mark.parametrize("kind", PracticeKind)
def test_no_card_of_a_position_to_practise_is_covered(
    open_page: OpenPage, kind: PracticeKind
) -> None:
    load_starters()
    page = open_page("/practice/")
    found = PracticePosition.objects.filter(kind=kind)
    numbers = found.values_list("players", flat=True).distinct().order_by("players")
    for players in numbers:
        position = found.filter(players=players).first()
        assert position is not None
        page.goto(f"/practice/{position.public_id}/")
        for screen in SCREENS:
            look(page, screen)
            if screen in DESKS:
                assert hidden(page) <= 0, f"{players} players at {screen}"
            else:
                # A phone has room for the first row, but for a line of the lowest numbers.
                assert hidden(page, last=False) <= 10, f"{players} players at {screen}"
            expect(page.get_by_role("link", name="Back to practice")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("players", [2, 4, 5])
def test_no_card_is_covered_while_the_line_is_cut(
    open_page: OpenPage, deal: DealHands, players: int
) -> None:
    hand = NINE if players == 5 else MINE
    deal({0: hand, players - 1: "7/6 7/9"}, players=players, starter=players - 1)
    game = bot_game(players=players)
    keep_all(game, range(players))
    play(game, players - 1, Show(0, 2))
    page = open_page("/", offline=True)
    sit_down(page, game)
    page.locator(".chip").first.click()
    before = [table_and_hand(page, screen) for screen in SCREENS]
    look(page, SCREENS[0])
    page.context.set_offline(True)
    page.locator("#do-show").click()
    expect(page.get_by_text("Not connected.")).to_be_in_viewport(ratio=1)
    # Nothing has moved.
    assert [table_and_hand(page, screen) for screen in SCREENS] == before
    for screen in DESKS:
        look(page, screen)
        assert hidden(page) <= 0, f"at {screen}"
    expect(page.get_by_role("button", name="Try now")).to_be_in_viewport(ratio=1)
    # Keys come to the header, which is then seen.
    page.locator(".nav a").first.focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    assert page.evaluate(ON_TOP)
