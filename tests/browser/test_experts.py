"""A table with the four strongest bots: its player is never left waiting."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.served import Site, quick_site, visiting
from tests.browser.table import Player

__all__ = ["quick_site"]

pytestmark = [pytest.mark.slow, pytest.mark.browser]

TURNS = 8


def sit_among_the_strongest(page: Page) -> None:
    page.get_by_text("Choose your bots").click()
    page.get_by_role("link", name="Tough").click()
    page.get_by_role("checkbox", name="Juno").check()
    page.get_by_role("button", name="Play now").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Which way up?")


def test_every_wait_for_the_four_strongest_ends(chromium: Browser, quick_site: Site) -> None:
    """`bench bots` measures how long."""
    with visiting(chromium, quick_site) as page:
        sit_among_the_strongest(page)
        player = Player(page)
        for _ in range(TURNS):
            player.wait()
            assert not player.over
            player.take_turn()
        player.wait()
        assert player.turns == TURNS
        # They are on again, or the round is over and the next hand waits to be turned.
        assert page.locator("#log, #do-turn").first.inner_text()
