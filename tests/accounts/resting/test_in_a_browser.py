"""Quiet hours in a browser: painted by mouse and keyboard, typed on a phone."""

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.rest.week import Week, parse_week, week_of
from tests.accounts.people import account
from tests.accounts.test_telling_in_a_browser import LOGIN, sign_in
from tests.axe import expect_no_violations
from tests.browser.fitting import sideways
from tests.browsing import NARROW, OpenPage

pytestmark = pytest.mark.django_db(transaction=True)


def kept() -> Week:
    return parse_week(User.objects.get().quiet_week)


def hour(page: Page, name: str) -> tuple[float, float]:
    """The middle of a cell."""
    cell = page.get_by_role("checkbox", name=name, exact=True)
    cell.scroll_into_view_if_needed()
    box = cell.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, *names: str) -> None:
    page.get_by_role("heading", name="Quiet hours").evaluate("each => each.scrollIntoView()")
    page.mouse.move(*hour(page, names[0]))
    page.mouse.down()
    for name in names[1:]:
        page.mouse.move(*hour(page, name), steps=5)
    page.mouse.up()


def test_hours_are_painted_by_mouse_and_by_keyboard(open_page: OpenPage) -> None:
    account()
    page = sign_in(open_page(LOGIN))
    said, stands = page.locator("#saved"), page.locator("#stands")
    drag(page, "Mon 00:00", "Sun 06:00")
    expect(said).to_have_text("Saved: quiet from 00:00 to 07:00")
    # A rectangle that was too big may shrink again before the button is let go.
    drag(page, "Mon 22:00", "Sun 21:00", "Thu 23:00")
    expect(stands).to_contain_text("Mon–Thu from 22:00 to 07:00")
    assert kept().is_quiet(3, 23)
    assert not kept().is_quiet(4, 22)
    # A press on a quiet hour makes it loud.
    drag(page, "Mon 22:00")
    expect(stands).to_contain_text("Mon from 23:00 to 07:00")
    # One hour more each morning of the weekend.
    sunday = page.get_by_role("checkbox", name="Sun 07:00", exact=True)
    sunday.focus()
    page.keyboard.press("Space")
    page.keyboard.press("Shift+ArrowUp")
    expect(page.get_by_role("checkbox", name="Sat 07:00", exact=True)).to_be_focused()
    expect(stands).to_contain_text("Quiet 58 hours a week.")
    expect(page.get_by_role("checkbox", name="Sat 07:00", exact=True)).to_be_focused()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(page.get_by_role("checkbox", name="Sat 06:00", exact=True)).to_be_focused()
    # Too many hours are refused with the reason, and the week is as it was.
    before = kept()
    drag(page, "Tue 08:00", "Tue 16:00")
    expect(page.locator("#quiet-refusal")).to_contain_text("quiet hours in 24")
    expect(page.get_by_role("checkbox", name="Tue 08:00", exact=True)).not_to_be_checked()
    assert kept() == before
    # The times that can be typed follow, and so does the week what is typed.
    page.get_by_role("button", name="Type the times instead").click()
    expect(page.get_by_label("Sunday, until")).to_have_value("8")
    page.get_by_label("Sunday, until").select_option("09:00")
    expect(page.get_by_role("checkbox", name="Sun 08:00", exact=True)).to_be_checked()
    expect(page.locator("#quiet-refusal")).to_be_hidden()
    expect_no_violations(page)


def test_without_a_connection_the_week_goes_back_and_says_so(open_page: OpenPage) -> None:
    account()
    page = sign_in(open_page(LOGIN, offline=True))
    page.context.set_offline(True)
    drag(page, "Mon 00:00", "Mon 06:00")
    expect(page.locator("#saved")).to_have_text("Not saved. Check your connection, and try again.")
    expect(page.get_by_role("checkbox", name="Mon 00:00", exact=True)).not_to_be_checked()


def test_on_a_phone_times_are_typed_and_days_off_are_planned(open_page: OpenPage) -> None:
    account()
    page = sign_in(open_page(LOGIN, size=NARROW))
    expect(page.get_by_role("checkbox", name="Mon 00:00", exact=True)).to_be_hidden()
    # Both changes are kept, however fast they follow each other.
    page.get_by_label("Friday, from").select_option("23:00")
    page.get_by_label("Friday, until").select_option("09:00")
    expect(page.locator("#saved")).to_have_text("Saved: quiet Fri from 23:00 to 09:00")
    assert kept() == week_of([(4, 23), *((5, each) for each in range(9))])
    page.get_by_text("Plan days off").click()
    page.get_by_role("button", name="Plan them").click()
    expect(page.get_by_text("Planned:")).to_be_visible()
    page.get_by_role("button", name="Call it off").click()
    expect(page.get_by_text("Called off. The days are free again.")).to_be_visible()
    assert sideways(page) == ""
    expect_no_violations(page)


def test_without_scripts_times_are_typed_and_saved(open_page: OpenPage) -> None:
    account()
    page = sign_in(open_page(LOGIN, javascript=False))
    expect(page.get_by_role("checkbox", name="Mon 00:00", exact=True)).to_be_hidden()
    page.get_by_label("Monday, from").select_option("22:00")
    page.locator("#times").get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved: quiet Mon from 22:00 to 07:00")).to_be_visible()
    assert len(kept().hours) == 9
