"""Whole games in Chromium by mouse and by touch, and a turn without JavaScript."""

import re

import pytest
from playwright.sync_api import expect

from games.log.store import load_state
from games.models import Game
from games.pages.table.board import making
from games.upkeep.verify import first_fault
from tests.browser.table import Player
from tests.browsing import NARROW, WIDE, OpenPage


@pytest.mark.slow
@pytest.mark.parametrize(("players", "size", "touch"), [(3, WIDE, False), (2, NARROW, True)])
def test_a_stranger_plays_a_whole_game_by_mouse_or_finger_to_its_final_score(
    worker: None,
    open_page: OpenPage,
    monkeypatch: pytest.MonkeyPatch,
    players: int,
    size: tuple[int, int],
    touch: bool,
) -> None:
    # This server holds no streams, and a page that polls has patience.
    monkeypatch.setattr(making, "OFTEN", 0.2)
    page = open_page("/", size=size, touch=touch)
    page.get_by_text("Choose your bots").click()
    for name in ("Pip", "Tilly", "Otto")[players - 1 :]:
        page.get_by_role("checkbox", name=name).uncheck()
    page.get_by_role("button", name="Play now").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Which way up?")
    player = Player(page, touch=touch)
    player.wait()
    while not player.over:
        player.take_turn()
        player.wait()
    assert {"orient", "show", "scout"} <= player.done
    assert ("scout_and_show" in player.done) == (players > 2)

    game = Game.objects.get()
    state = load_state(game)
    assert state.over
    assert first_fault(game) is None
    expect(page.get_by_role("heading", level=1)).to_contain_text(re.compile(r"\bwins?$"))
    totals = page.locator(".sheet td.total").all_inner_texts()
    # The places won or lost in the last round stand before the points.
    shown = sorted(int(total.split()[-1].replace("−", "-")) for total in totals)
    assert shown == sorted(state.totals)
    page.get_by_role("button", name="Rematch").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Which way up?")
    assert list(Game.objects.values_list("players", flat=True)) == [players, players]
    page.get_by_role("link", name="My games").first.click()
    expect(page.get_by_text(re.compile("won by|you won"))).to_be_visible()


@pytest.mark.slow
def test_a_turn_is_taken_without_javascript(worker: None, open_page: OpenPage) -> None:
    page = open_page("/", javascript=False)
    page.get_by_role("button", name="Play a bot now").click()
    with page.expect_navigation():
        page.get_by_role("button", name="Hold my hand like this").click()
    for _ in range(200):
        if page.locator("#do-show").count():
            break
        # A click does not wait for the page it leads to, and half a page has neither.
        with page.expect_navigation():
            page.get_by_role("link", name="Look again").click()
    before = page.locator("[name=seq]").input_value()
    if page.locator("[id^=end-]").count():
        page.locator("[id^=end-]").first.click()
        page.locator("#flip").click()
        # The gap chosen already is not offered again.
        page.locator(".slot:not([hidden])").last.click()
        page.locator("#do-send").click()
        said = "Only you see this: turned to"
    else:
        page.locator("[name=card]").first.check()
        page.locator("#do-show").click()
        said = "You show"
    expect(page.locator("[name=seq]")).not_to_have_value(before)
    expect(page.locator("#log")).to_contain_text(said)
    page.reload()
    expect(page.locator("#log")).to_contain_text(said)
