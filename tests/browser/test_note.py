"""A note is kept as soon as its field is left, and two pages lose nothing to each other."""

import pytest
from playwright.sync_api import Page, expect

from games.models import Note
from tests.axe import expect_no_violations
from tests.browser.table import sit_down
from tests.browsing import NARROW, OpenPage
from tests.tables import people_game

pytestmark = pytest.mark.django_db(transaction=True)


def write(page: Page, text: str) -> None:
    """Type it and go on with the keyboard."""
    field = page.get_by_label("Your note on this game")
    field.fill(text)
    field.press("Tab")


def test_what_two_pages_write_is_all_there(open_page: OpenPage) -> None:
    game = people_game()
    one = sit_down(open_page("/"), game)
    other = sit_down(open_page("/", size=NARROW), game)
    for page in (one, other):
        expect(page.get_by_label("Your note on this game")).to_be_hidden()
        page.locator("#note summary").press("Enter")
    write(one, "Ben keeps his 9s")
    expect(one.locator("#note-said")).to_have_text("Saved. Only you can read it.")
    write(other, "Cleo scouts left")
    expect(other.locator("#note-said")).to_contain_text("both texts are here now")
    both = "Cleo scouts left\n\nSaved on another page:\n\nBen keeps his 9s"
    expect(other.get_by_label("Your note on this game")).to_have_value(both)
    assert Note.objects.get().text == both
    expect_no_violations(other, [NARROW])
    write(other, "Cleo scouts left, Ben keeps his 9s")
    expect(other.locator("#note-said")).to_have_text("Saved. Only you can read it.")
    other.locator("#note summary").click()
    expect(other.locator("#note-beginning")).to_have_text("Cleo scouts left, Ben keeps his 9s")


def test_without_scripts_a_button_saves_it(open_page: OpenPage) -> None:
    page = sit_down(open_page("/", javascript=False), people_game())
    page.locator("#note summary").click()
    page.get_by_label("Your note on this game").fill("Ben keeps his 9s")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#note-beginning")).to_have_text("Ben keeps his 9s")
    assert Note.objects.get().text == "Ben keeps his 9s"
