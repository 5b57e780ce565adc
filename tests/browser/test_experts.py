"""A table with four experts in a real browser: whoever plays there is never left waiting."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.served import Site, quick_site, visiting
from tests.browser.table import Player

__all__ = ["quick_site"]

pytestmark = [pytest.mark.slow, pytest.mark.browser]

TURNS = 8

WAITS_ARE_NOTED = """() => {
    const ready = "#do-turn, #do-show, .poster.final";
    const seq = () => document.querySelector("#board [name=seq]")?.value ?? "over";
    let begun = null;
    window.waits = [];
    addEventListener("click", ({ target }) => {
        const button = target.closest("button");
        if (button?.matches("#do-turn, #do-show, #do-send")) {
            begun = { at: performance.now(), seq: seq() };
        }
    }, true);
    new MutationObserver(() => {
        if (begun && seq() !== begun.seq && document.querySelector(ready)) {
            window.waits.push(performance.now() - begun.at);
            begun = null;
        }
    }).observe(document.body, { childList: true, subtree: true });
}"""
"""Notes how many milliseconds lie between a move of one's own and being on again."""


def sit_among_experts(page: Page) -> None:
    """Start a game against four of them."""
    page.get_by_text("Choose your bots").click()
    choose = page.locator("#choose")
    choose.get_by_text("4", exact=True).click()
    choose.locator("[name=level][value=expert]").check(force=True)
    page.get_by_role("button", name="Play a bot now").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Which way up?")
    # Without its scripts a press would lead to another page, which has no notes.
    page.wait_for_load_state()


def test_every_wait_for_four_experts_ends(chromium: Browser, quick_site: Site) -> None:
    """How long the waits are the machine decides: `bench_bots` measures them."""
    with visiting(chromium, quick_site) as page:
        sit_among_experts(page)
        page.evaluate(WAITS_ARE_NOTED)
        player = Player(page)
        for _ in range(TURNS):
            player.wait()
            assert not player.over
            player.take_turn()
        player.wait()
        waits = page.evaluate("window.waits")
        assert len(waits) == TURNS
        assert all(milliseconds > 0 for milliseconds in waits)
        assert page.locator("#log").inner_text()
