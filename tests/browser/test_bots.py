"""The choice of bots follows every press in place."""

import pytest
from playwright.sync_api import expect

from tests.browsing import NARROW, OpenPage

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def test_the_words_follow_the_choice_and_a_fifth_bot_is_refused(open_page: OpenPage) -> None:
    page = open_page("/play/")
    page.get_by_role("link", name="Tough").click()
    page.get_by_role("checkbox", name="Lev").check()
    expect(page.locator("#company")).to_contain_text("You, Lev, Corvo, Mabel and Ada")
    expect(page.locator("#company")).to_contain_text("5 players, 5 rounds")
    expect(page.locator("#picks .on")).to_have_text("My pick")
    page.get_by_role("checkbox", name="Pip").click()
    expect(page.get_by_role("alert")).to_have_text("! Four are the most.")
    expect(page.get_by_role("checkbox", name="Pip")).not_to_be_checked()
    page.get_by_role("checkbox", name="Ada").uncheck()
    expect(page.get_by_role("alert")).to_be_hidden()
    expect(page.locator("#company")).to_contain_text("4 players, 4 rounds")
    for name in ("Lev", "Corvo", "Mabel"):
        page.get_by_role("checkbox", name=name).uncheck()
    expect(page.locator("#company")).to_contain_text("Choose at least one.")


def test_the_keyboard_leaves_no_bot_behind_the_bar(open_page: OpenPage) -> None:
    page = open_page("/play/", size=NARROW)
    bar = page.locator(".bots-foot")
    page.get_by_role("checkbox", name="Pip").focus()
    for name in ("Tilly", "Otto", "Lev", "Juno", "Corvo", "Mabel", "Ada"):
        page.keyboard.press("Tab")
        box = page.get_by_role("checkbox", name=name)
        expect(box).to_be_focused()
        own, below = box.bounding_box(), bar.bounding_box()
        assert own is not None
        assert below is not None
        assert own["y"] + own["height"] <= below["y"]
