"""The hint in the bar, in the page."""

import re

import pytest
from playwright.sync_api import Page, expect

from games.models import Game
from games.play import hints
from games.rules.moves import Orient, Scout, ScoutAndShow, Show
from tests.browser.table import press, sit_down
from tests.browsing import NARROW, OpenPage
from tests.pages.conftest import MINE, DealHands, keep_all, play
from tests.tables import bot_game

MOVES = [ScoutAndShow("right", False, 1, 0, 3), Show(1, 3), Scout("left", True, 11)]
MARKED = ".hinted b"


@pytest.fixture
def game(transactional_db: None, deal: DealHands, monkeypatch: pytest.MonkeyPatch) -> Game:
    valued = [(2.5 - number, move) for number, move in enumerate(MOVES)]
    monkeypatch.setattr(hints, "valued_moves", lambda view, chance: valued)
    deal({0: MINE, 3: "7/6 7/9"}, starter=3)
    game = bot_game()
    keep_all(game, range(4))
    play(game, 3, Show(0, 2))
    return game


def selected(page: Page) -> list[str]:
    boxes = page.locator("[name=card]:checked").all()
    return [box.input_value() for box in boxes]


def test_phones_show_one_move_at_a_time_with_its_cards_in_gold(
    game: Game, open_page: OpenPage
) -> None:
    page = sit_down(open_page("/", size=NARROW), game)
    press(page, "#do-hint")
    choices = page.locator(".hint-choice:visible")
    place = page.locator("#hint-place")
    for pressed, at, short, marked in (
        ("", "1 of 3", "Scout 7, show 6-7-8", ["7", "6", "8"]),
        ("#hint-after", "2 of 3", "Show 8-8", ["8", "8"]),
        ("#hint-after", "3 of 3", "Scout 6, after the 3", ["7"]),
        ("#hint-after", "1 of 3", "Scout 7, show 6-7-8", ["7", "6", "8"]),
        ("#hint-before", "3 of 3", "Scout 6, after the 3", ["7"]),
        ("#hint-before", "2 of 3", "Show 8-8", ["8", "8"]),
    ):
        if pressed:
            page.locator(pressed).click()
        expect(place).to_have_text(at)
        expect(choices).to_have_count(1)
        expect(choices.locator("strong")).to_have_text(short)
        expect(page.locator(MARKED)).to_have_text(marked)
    press(page, "#do-take")
    expect(page.locator("#hint")).to_have_count(0)
    expect(page.locator(".hinted")).to_have_count(0)
    assert selected(page) == ["1", "2"]
    expect(page.locator("#do-show")).to_have_text("Show 8-8")


@pytest.mark.parametrize("javascript", [True, False])
def test_every_reason_can_be_read_whole_on_a_phone(
    game: Game, open_page: OpenPage, *, javascript: bool
) -> None:
    page = sit_down(open_page("/", size=(320, 720), javascript=javascript), game)
    page.locator("#do-hint").click()
    shown, why = page.locator(".hint-choice:visible"), page.locator("#hint-why")
    cut = """choice => [...choice.querySelectorAll("strong, .reason")].some((part) =>
        part.scrollHeight > part.clientHeight + 1 || part.scrollWidth > part.clientWidth + 1)"""
    pressed = 0
    for number in (1, 2, 3):
        expect(page.locator("#hint-place")).to_have_text(f"{number} of 3")
        assert why.is_visible() == (javascript and shown.evaluate(cut))
        if why.is_visible():
            pressed += 1
            why.click()
            expect(shown).to_be_focused()
            expect(why).to_be_hidden()
        assert not shown.evaluate(cut)
        if number < 3:
            page.locator("#hint-after").click()
    assert bool(pressed) == javascript


def test_the_hint_is_opened_chosen_and_put_away_by_keys(game: Game, open_page: OpenPage) -> None:
    page = sit_down(open_page("/"), game)
    page.locator("#headline").focus()
    page.keyboard.press("h")
    first = page.locator("#take-0")
    expect(first).to_be_focused()
    said = "Choose: Scout the 7 on the right, between 6 and 8, then show 6-7-8 +2.5"
    expect(first).to_have_accessible_name(re.compile(re.escape(said) + ".*Scout & Show"))
    page.keyboard.press("Tab")
    expect(page.locator("#take-1")).to_be_focused()
    expect(page.locator(MARKED)).to_have_text(["8", "8"])
    page.keyboard.press("Escape")
    expect(page.locator("#hint")).to_have_count(0)
    expect(page.locator("#do-hint")).to_be_focused()
    expect(page.locator(".hinted")).to_have_count(0)
    page.keyboard.press("h")
    expect(first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#do-undo")).to_be_visible()
    expect(page.locator("[name=mode]")).to_have_value("both")


def test_choosing_cards_oneself_brings_the_verdict_back(game: Game, open_page: OpenPage) -> None:
    page = sit_down(open_page("/"), game)
    press(page, "#do-hint")
    expect(page.locator("#verdict")).to_be_hidden()
    page.locator("#card-8").click()
    expect(page.locator("#verdict-title")).to_have_text("One card can’t beat two")
    expect(page.locator("#hint")).to_have_count(0)


def test_which_way_up_has_a_hint_that_chooses(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch, open_page: OpenPage
) -> None:
    ways = [(1.5, Orient(flip=True)), (0.5, Orient(flip=False))]
    monkeypatch.setattr(hints, "valued_moves", lambda view, chance: ways)
    page = sit_down(open_page("/", size=NARROW), bot_game())
    page.locator("#way-keep").focus()
    page.keyboard.press("h")
    expect(page.locator(".hint-choice:visible strong")).to_have_text("Turn your hand over")
    expect(page.locator(".way.hinted #way-turn")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("#hint")).to_have_count(0)
    press(page, "#do-hint")
    press(page, "#do-take")
    expect(page.locator("#way-turn")).to_be_checked()
    expect(page.locator("#hint")).to_have_count(0)
