"""From the first page to a link to send, by one press; the menu on phones; home."""

import pytest
from playwright.sync_api import expect

from accounts.models import User
from games.lobby.opening import start_bot_game
from games.models import Game
from games.people.friends import add_friend
from tests.axe import expect_no_violations
from tests.browser.fitting import sideways
from tests.browser.table import sit_down
from tests.browsing import NARROW, WIDE, OpenPage, stop_the_clock

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("size", [WIDE, NARROW])
def test_one_press_without_an_account_shows_a_link_to_copy_and_its_code(
    open_page: OpenPage, size: tuple[int, int]
) -> None:
    page = open_page("/", size=size)
    page.add_init_script("delete Navigator.prototype.share;")
    page.get_by_role("button", name="Start a game with friends").dblclick()
    expect(page.locator("#headline")).to_have_text("Waiting for three more")
    code = page.get_by_role("img", name="Code for the invitation link")
    expect(code).to_be_in_viewport()
    assert Game.objects.get().invitation in page.locator("#link").input_value()
    page.context.grant_permissions(["clipboard-write"])
    copy = page.get_by_role("button", name="Copy the link")
    expect(copy).to_be_in_viewport()
    copy.click()
    expect(page.locator("#said")).to_have_text("Copied")
    expect(copy).to_have_count(1)
    assert sideways(page) == ""
    expect_no_violations(page)


def test_without_javascript_one_press_does_it_too_and_bots_are_chosen_in_place(
    open_page: OpenPage,
) -> None:
    page = open_page("/", size=(320, 640), javascript=False)
    page.locator("#menu summary").click()
    expect(page.get_by_role("link", name="Leaderboards").first).to_be_visible()
    page.locator("#menu summary").click()
    page.get_by_role("button", name="Start a game with friends").click()
    page.get_by_label("Your name at the table").fill("Cleo")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Begin with bots instead").click()
    page.get_by_label("Bot 1").select_option("pip")
    page.get_by_role("button", name="Begin now").click()
    expect(page.locator("#headline")).to_have_text("Which way up?")


def test_the_menu_is_opened_and_closed_by_keyboard(open_page: OpenPage) -> None:
    page = open_page("/", size=NARROW)
    menu = page.locator("#menu summary")
    menu.press("Enter")
    link = page.locator("#menu").get_by_role("link", name="Find a game")
    expect(link).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    expect(link).to_be_hidden()
    expect(menu).to_be_focused()
    menu.press("Enter")
    for each in page.locator("#menu a").all():
        box = each.bounding_box()
        assert box
        assert box["height"] >= 44
    expect_no_violations(page)


def test_the_living_hand_plays_once_and_rests_still_for_those_who_want_less_motion(
    open_page: OpenPage,
) -> None:
    page = open_page("/about/", motion=True)
    stop_the_clock(page)
    page.goto("/")
    demo = page.locator("#demo")
    expect(demo).to_have_attribute("data-step", "1")
    page.clock.run_for(2000)
    expect(demo).to_have_attribute("data-step", "2")
    page.get_by_role("button", name="Pause the hand").click()
    page.clock.run_for(10_000)
    expect(demo).to_have_attribute("data-step", "2")
    page.get_by_role("button", name="Go on").click()
    page.clock.run_for(4000)
    expect(page.get_by_role("button", name="Again")).to_be_visible()
    expect(demo).to_have_attribute("data-step", "4")
    page.emulate_media(reduced_motion="reduce")
    page.reload()
    expect(demo).to_have_attribute("data-step", "3")
    expect(page.locator("#demo-press")).to_be_hidden()


def test_home_says_whom_it_asks_and_has_no_violations(open_page: OpenPage) -> None:
    maya, *friends = (
        User.objects.create_user(name, email_confirmed=True) for name in ("Maya", "Bruno", "Ilse")
    )
    for friend in friends:
        add_friend(owner=maya, friend=friend)
    game = start_bot_game(user=maya, bots=["pip", "juno"])
    page = sit_down(open_page("/", size=NARROW), game)
    page.goto("/")
    expect(page.locator("#headline")).to_have_text("You’re on in 1 game")
    assert sideways(page) == ""
    expect_no_violations(page)
    for name in ("Bruno", "Ilse"):
        page.locator("#people").get_by_text(name).click()
    page.get_by_role("button", name="Ask Bruno and Ilse").click()
    expect(page.locator("#headline")).to_have_text("Waiting for two more")
    page.goto("/")
    page.get_by_role("link", name="Take your turn").first.click()
    expect(page.locator("#headline")).to_have_text("Which way up?")
