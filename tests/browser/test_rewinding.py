"""Moves taken back by agreement, at two open tables."""

import pytest
from playwright.sync_api import Page, expect

from games.log.store import load
from games.models import Game, Seat
from games.play.rewinding.asking import answer_rewind
from tests.axe import expect_no_violations
from tests.browser.fitting import sideways
from tests.browser.table import sit_down
from tests.browsing import NARROW, WIDE, OpenPage
from tests.pages.seats import without_chance
from tests.tables import people_game, play_on

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

NAMES = ("Maya", "Ben", "Ilse")
SCREENS = ((320, 640), NARROW, WIDE)


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Game:
    without_chance(monkeypatch)
    game = people_game(3)
    for number, name in enumerate(NAMES):
        Seat.objects.filter(game=game, number=number).update(name=name)
    play_on(game, moves=3 + 5)
    return game


def expect_to_be_good(page: Page) -> None:
    expect_no_violations(page, [WIDE, NARROW])
    for wide, high in SCREENS:
        page.set_viewport_size({"width": wide, "height": high})
        assert sideways(page) == "", f"at {wide}"


def test_moves_are_taken_back_when_all_agree_and_open_tables_are_told(
    open_page: OpenPage, game: Game
) -> None:
    ben, maya = (sit_down(open_page("/"), game, seat=seat) for seat in (1, 0))
    before = load(game).state
    maya.get_by_role("link", name="Take moves back…").click()
    maya.locator("#rewind-turns").get_by_role("link").nth(1).click()
    expect(maya.get_by_role("heading", name="Then, after move 3")).to_be_visible()
    expect_to_be_good(maya)
    maya.get_by_role("button", name="Ask to take 2 moves back").click()
    expect(maya.locator("#chair")).to_contain_text("You asked to take 2 moves back.")

    # The other table hears of it, and nobody can move.
    expect(ben.locator("#chair")).to_contain_text("asks to take 2 moves back.")
    ben.get_by_text("See what it undoes").click()
    expect(ben.locator("#rewind-preview")).to_contain_text("Everybody has seen")
    expect_to_be_good(ben)
    asked = load(game).asked
    assert asked is not None
    answer_rewind(game_id=game.pk, seat=2, to=asked.to, agrees=True)
    # Until this is told, news may take the focus away.
    expect(ben.locator("#chair")).to_contain_text("It happens once you agree")
    agree = ben.get_by_role("button", name="Agree")
    agree.focus()
    ben.keyboard.press("Enter")

    for page in (ben, maya):
        expect(page.locator("#log s")).to_have_count(2)
        expect(page.locator("#log")).to_contain_text("Moves were taken back.")
        expect(page.locator("#chair")).not_to_contain_text("take 2 moves back")
    assert load(game).state.history == before.history[:3]
    expect(ben.locator("#status")).to_contain_text("Moves were taken back.")
    expect_to_be_good(ben)
