"""The deal of a game is passed on at its end, and compared, by the buttons that say so."""

import re

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from games.models import DealCopy, Game
from tests.browsing import NARROW, WIDE, OpenPage
from tests.tables import bot_game, play_on

pytestmark = pytest.mark.django_db(transaction=True)


def at_the_end(page: Page, game: Game) -> Page:
    """As the one person who sat there."""
    user = game.seats.get(bot="").user
    assert user is not None
    client = Client()
    client.force_login(user)
    cookie = client.cookies["sessionid"]
    page.context.add_cookies([{"name": "sessionid", "value": cookie.value, "url": page.url}])
    page.goto(f"/games/{game.public_id}/")
    return page


@pytest.mark.parametrize("javascript", [True, False])
def test_a_deal_is_sent_and_the_friend_compares(open_page: OpenPage, javascript: bool) -> None:
    game = bot_game(3)
    play_on(game)
    page = at_the_end(open_page("/", size=WIDE, javascript=javascript), game)
    page.get_by_role("button", name="Send the deal").click()
    expect(page).to_have_url(re.compile("/deals/"))
    address = page.url
    friend = open_page("/", size=NARROW, javascript=javascript)
    friend.goto(address)
    friend.get_by_role("button", name=re.compile("^Play")).click()
    expect(friend.locator("#board")).to_be_visible()
    play_on(DealCopy.objects.get().game, level="lev")
    friend.reload()
    friend.get_by_role("button", name="Compare").click()
    expect(friend).to_have_url(re.compile("/deals/"))
    expect(friend.get_by_text("You parted at").first).to_be_visible()


def test_no_form_at_the_end_of_a_game_lies_within_another(open_page: OpenPage) -> None:
    game = bot_game(3)
    play_on(game)
    page = at_the_end(open_page("/", size=WIDE), game)
    html = page.request.get(page.url).text()
    depth, deepest = 0, 0
    for tag in re.findall(r"<(/?)form\b", html):
        depth += -1 if tag else 1
        deepest = max(deepest, depth)
    assert deepest == 1
