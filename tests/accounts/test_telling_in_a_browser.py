"""The page "How we tell you" in a browser, with and without JavaScript."""

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Destination, Way
from tests.accounts.people import PASSWORD, account
from tests.axe import expect_no_violations
from tests.browser.fitting import sideways
from tests.browsing import NARROW, OpenPage

pytestmark = pytest.mark.django_db(transaction=True)

LOGIN = "/account/login/?next=/account/telling/"


@pytest.fixture
def bruno() -> User:
    """With a phone."""
    user = account()
    Destination.objects.create(
        user=user,
        way=Way.PUSH,
        address="https://push.example/1",
        name="Pixel",
        secret="secret",
        created_at=timezone.now(),
    )
    return user


def sign_in(page: Page) -> Page:
    page.get_by_label("Email address or player name").fill("Bruno")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("heading", name="How we tell you")).to_be_visible()
    page.wait_for_load_state()
    return page


def test_a_tick_is_saved_at_once_and_the_sentence_follows(open_page: OpenPage, bruno: User) -> None:
    page = sign_in(open_page(LOGIN, size=NARROW))
    said = page.locator("#saved")
    nudge = page.get_by_role("checkbox", name="Nudge by phone")
    expect(nudge).to_be_checked()
    # By keyboard.
    nudge.focus()
    page.keyboard.press("Space")
    expect(said).to_have_text("Saved: nudge, not by phone")
    expect(page.locator("#stands")).to_contain_text("Left out: nudge by phone.")
    expect(nudge).to_be_focused()
    page.keyboard.press("Space")
    expect(said).to_have_text("Saved: nudge, by phone")
    page.get_by_label("One a day").check()
    expect(said).to_have_text("Saved: once a day at 08:00, at most 10 a day")
    page.get_by_label("At", exact=True).select_option("18:00")
    expect(said).to_have_text("Saved: once a day at 18:00, at most 10 a day")
    expect(page.locator("#stands")).to_contain_text("once a day at 18:00 by email")
    page.get_by_role("radio", name="4 a day").check()
    expect(said).to_have_text("Saved: once a day at 18:00, at most 4 a day")
    page.get_by_label("Emails may let me play without signing in").uncheck()
    expect(said).to_have_text("Saved: you sign in to play")
    bruno.refresh_from_db()
    assert (bruno.tell_turns, bruno.digest_hour, bruno.most_a_day) == ("daily", 18, 4)
    assert (bruno.not_by_push, bruno.turn_links) == ("", False)


def test_with_no_way_set_up_the_page_fits_the_smallest_phone(open_page: OpenPage) -> None:
    User.objects.filter(pk=account().pk).update(email_confirmed=False)
    page = sign_in(open_page(LOGIN, size=(320, 640)))
    for name in ("Confirm: Email", "Allow: Phone or computer", "Connect: Webhooks"):
        expect(page.get_by_role("link", name=name)).to_be_visible()
    assert sideways(page) == ""
    expect_no_violations(page)


def test_many_ticks_in_a_row_are_all_saved(open_page: OpenPage, bruno: User) -> None:
    page = sign_in(open_page(LOGIN))
    for box in page.get_by_role("checkbox", name="by email").all():
        box.uncheck()
    expect(page.locator("#saved")).to_have_text("Saved: answer to a report, not by email")
    page.reload()
    for box in page.get_by_role("checkbox", name="by email").all():
        expect(box).not_to_be_checked()
    expect(page.get_by_role("checkbox", name="Nudge by phone")).to_be_checked()


def test_a_tick_that_is_not_saved_goes_back_and_says_so(open_page: OpenPage, bruno: User) -> None:
    page = sign_in(open_page(LOGIN, offline=True))
    page.context.set_offline(True)
    nudge = page.get_by_role("checkbox", name="Nudge by phone")
    nudge.click()
    expect(page.locator("#saved")).to_have_text("Not saved. Check your connection, and try again.")
    expect(nudge).to_be_checked()
    page.context.set_offline(False)
    nudge.click()
    expect(page.locator("#saved")).to_have_text("Saved: nudge, not by phone")


def test_without_scripts_the_parts_have_buttons(open_page: OpenPage, bruno: User) -> None:
    page = sign_in(open_page(LOGIN, javascript=False))
    page.get_by_role("checkbox", name="Rematch by email").uncheck()
    page.get_by_role("checkbox", name="Nudge by phone").uncheck()
    page.locator("#what").get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved: what we tell you")).to_be_visible()
    expect(page.locator("#stands")).to_contain_text(
        "Left out: rematch by email and nudge by phone."
    )
    page.get_by_label("Only near deadlines").check()
    form = page.locator("form").filter(has=page.get_by_label("Only near deadlines"))
    form.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved: only near deadlines, at most 10 a day")).to_be_visible()
    bruno.refresh_from_db()
    assert (bruno.not_by_mail, bruno.not_by_push) == ("rematch", "nudge")
    assert bruno.tell_turns == "deadline"


def test_the_calendar_s_address_is_made_copied_and_removed(
    open_page: OpenPage, bruno: User
) -> None:
    page = sign_in(open_page(LOGIN))
    page.context.grant_permissions(["clipboard-write"])
    page.get_by_role("button", name="Make an address").click()
    expect(page.get_by_text("Enter it in your calendar.", exact=False)).to_be_visible()
    expect_no_violations(page)
    page.get_by_role("button", name="Copy", exact=True).click()
    # The button says so for two seconds.
    expect(page.locator("#said")).to_have_text("Copied")
    bruno.refresh_from_db()
    address = page.get_by_label("Address of your calendar").input_value()
    assert address.endswith(f"/calendar/{bruno.feed_key}.ics")
    page.get_by_role("button", name="Remove it").click()
    expect(page.get_by_role("button", name="Make an address")).to_be_visible()
    bruno.refresh_from_db()
    assert bruno.feed_key is None
