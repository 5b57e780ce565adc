"""A position is answered on a phone, and by keyboard."""

import re

import pytest
from playwright.sync_api import expect

from games.models import PracticeKind, PracticePosition
from games.practice.positions import options_in
from games.practice.starters import load_starters
from games.rules.moves import Show
from tests.axe import expect_no_violations
from tests.browser.fitting import sideways
from tests.browser.table import press
from tests.browsing import NARROW, OpenPage

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def a_show() -> tuple[PracticePosition, Show]:
    """One whose best move is a show."""
    for row in PracticePosition.objects.filter(kind=PracticeKind.SHOW):
        best = options_in(row)[0].move
        if isinstance(best, Show):
            return row, best
    raise AssertionError("There is none.")


def test_a_position_is_answered_on_a_phone(open_page: OpenPage) -> None:
    load_starters()
    row, best = a_show()
    page = open_page("/practice/", size=NARROW)
    expect_no_violations(page)
    assert sideways(page) == ""
    page.get_by_role("link", name="Start").click()
    expect(page.get_by_text("What would you play?")).to_be_visible()
    page.goto(f"/practice/{row.public_id}/")
    for card in range(best.start, best.stop):
        press(page, f"label:has(#card-{card})")
    expect_no_violations(page)
    page.locator("#do-show").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Right, that’s the best move")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        expect_no_violations(page)
    for width in (320, 390, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        assert sideways(page) == "", f"at {width}"
    page.get_by_role("link", name="Next", exact=True).press("Enter")
    expect(page).not_to_have_url(re.compile(row.public_id))
    expect(page.get_by_text("What would you play?")).to_be_visible()
