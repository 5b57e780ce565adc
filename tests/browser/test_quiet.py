"""A game is made quiet at its table without leaving it, by keyboard too."""

import pytest
from playwright.sync_api import expect

from games.models import Seat
from tests.axe import expect_no_violations
from tests.browser.table import sit_down
from tests.browsing import NARROW, WIDE, OpenPage
from tests.tables import people_game

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("size", [WIDE, NARROW])
def test_a_press_makes_the_game_quiet_and_says_so(
    open_page: OpenPage, size: tuple[int, int]
) -> None:
    game = people_game()
    page = sit_down(open_page("/", size=size), game)
    quiet = page.get_by_role("button", name="quiet", exact=True)
    expect(quiet).to_have_attribute("aria-pressed", "false")
    quiet.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#tell-game-said")).to_contain_text("Nothing comes about it.")
    expect(quiet).to_have_attribute("aria-pressed", "true")
    expect(quiet).to_be_focused()
    assert Seat.objects.get(game=game, number=0).quiet
    expect_no_violations(page, [size])
    page.get_by_role("button", name="as usual").click()
    expect(page.locator("#tell-game-said")).to_be_empty()
    assert not Seat.objects.get(game=game, number=0).quiet


def test_without_scripts_the_press_comes_back_to_the_table(open_page: OpenPage) -> None:
    game = people_game()
    page = sit_down(open_page("/", javascript=False), game)
    page.get_by_role("button", name="quiet", exact=True).click()
    expect(page).to_have_url(f"{page.url.partition('/games/')[0]}/games/{game.public_id}/")
    expect(page.locator("#tell-game-said")).to_contain_text("Nothing comes about it.")
    assert Seat.objects.get(game=game, number=0).quiet
