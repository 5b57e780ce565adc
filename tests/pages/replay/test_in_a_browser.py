"""Stepping through a replay by button, key, slider and link."""

import re

import pytest
from playwright.sync_api import Page, expect

from games.lobby.opening import create_game
from games.lobby.terms import Terms
from games.log.store import load_state
from games.models import Game
from tests.axe import expect_no_violations
from tests.browser.table import sit_down
from tests.browsing import NARROW, OpenPage
from tests.pages.replay.conftest import Played

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def opened(open_page: OpenPage, game: Game, query: str = "") -> Page:
    page = sit_down(open_page("/rules/"), game)
    page.goto(f"/games/{game.public_id}/replay/{query}")
    return page


def test_stepping_changes_the_board_the_address_and_what_is_said(
    open_page: OpenPage, played: Played
) -> None:
    game = played()
    count = len(load_state(game).results[0].moves)
    page = opened(open_page, game)
    headline, slider = page.locator("#headline"), page.locator("#slider")
    expect(headline).to_have_text(f"Round 1, move 1 of {count}")
    page.keyboard.press("ArrowRight")
    expect(headline).to_have_text(f"Round 1, move 2 of {count}")
    expect(page).to_have_url(re.compile(r"round=1&move=2$"))
    expect(page.locator("#said")).to_contain_text(f"Move 2 of {count}: ")
    page.get_by_role("link", name="Next move").click()
    expect(headline).to_have_text(f"Round 1, move 3 of {count}")
    expect(page.locator("#moves [aria-current]")).to_contain_text("3")
    page.locator("#moves a").nth(1).click()
    expect(headline).to_have_text(f"Round 1, move 2 of {count}")
    slider.focus()
    slider.press("End")
    expect(headline).to_have_text("Round 1, the end")
    expect(slider).to_have_attribute("aria-valuetext", re.compile("^Round 1, the end: "))
    page.locator("#headline").focus()
    page.keyboard.press("Home")
    expect(headline).to_have_text(f"Round 1, move 1 of {count}")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(headline).not_to_have_text(f"Round 1, move 1 of {count}")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    page.locator("#other-view").click()
    expect(page.get_by_text("You see only your own hand.")).to_be_visible()
    expect(headline).to_contain_text("Round 1, move")


def test_the_title_keeps_the_number_waiting_and_the_link_is_that_of_the_step(
    open_page: OpenPage, played: Played
) -> None:
    game = played()
    count = len(load_state(game).results[0].moves)
    user = game.seats.get(number=0).user
    assert user is not None
    create_game(user=user, terms=Terms(players=2, bots={1: "easy"}))
    page = opened(open_page, game)
    # Pages may write to the clipboard, and nobody here may read it.
    page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    for number in (1, 2):
        title = f"(1) Round 1, move {number} of {count} · "
        expect(page).to_have_title(re.compile(f"^{re.escape(title)}"))
        page.locator("#copy").click()
        expect(page.locator("#said")).to_have_text("Link copied")
        assert page.evaluate("window.copied").endswith(f"move={number}")
        page.keyboard.press("ArrowRight")


def test_without_a_script_links_and_the_slider_lead_on(open_page: OpenPage, played: Played) -> None:
    game = played()
    address = f"/games/{game.public_id}/replay/?round=2&invitation={game.invitation}"
    page = open_page(address, javascript=False)
    page.get_by_role("link", name="Next move").click()
    expect(page.locator("#headline")).to_contain_text("Round 2, move 2 of")
    expect(page.locator("#auto")).to_be_hidden()
    page.locator("#slider").fill("3")
    page.get_by_role("button", name="Go").click()
    expect(page.locator("#headline")).to_contain_text("Round 2, move 3 of")


def test_replays_and_records_fit_and_are_free_of_what_a_checker_finds(
    open_page: OpenPage, played: Played
) -> None:
    game = played()
    end = len(load_state(game).results[1].moves) + 1
    page = opened(open_page, game, f"?round=2&move={end}")
    expect_no_violations(page)
    page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW[0]
    page.goto("/records/")
    expect_no_violations(page)
