"""Every page in every state passes an accessibility checker."""

import pytest
from django.test import Client
from playwright.sync_api import expect

from games.models import Game, Seat
from games.rules.moves import Show
from tests.axe import expect_no_violations
from tests.browser.table import press, sit_down
from tests.browsing import NARROW, WIDE, OpenPage
from tests.pages.conftest import MINE, DealHands, keep_all, play
from tests.tables import bot_game, play_on

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize(
    "path",
    ["/", "/rules/", "/about/", "/privacy/", "/contact/", "/reads-oddly/", "/games/", "/nowhere/"],
)
def test_pages(open_page: OpenPage, path: str) -> None:
    page = open_page(path, statuses=[404])
    for fold in page.locator("main details").all():
        fold.evaluate("fold => { fold.open = true }")
    expect_no_violations(page)


def test_a_form_that_is_too_old(open_page: OpenPage) -> None:
    page = open_page("/", statuses=[403])
    page.evaluate("document.querySelector('[name=csrfmiddlewaretoken]').value = 'old'")
    page.get_by_role("button", name="Play a bot now").click()
    expect(page.locator("h1")).to_have_text("This form is too old")
    expect_no_violations(page)


@pytest.mark.parametrize("template", ["400", "403", "500"])
def test_pages_of_errors_that_need_no_request(
    open_page: OpenPage, client: Client, template: str
) -> None:
    from django.template.loader import render_to_string

    page = open_page("/about/")
    html = render_to_string(f"{template}.html")
    page.route("**/broken/", lambda route: route.fulfill(content_type="text/html", body=html))
    page.goto("/broken/")
    expect(page.locator("h1")).to_be_visible()
    expect_no_violations(page)


def test_my_games(open_page: OpenPage) -> None:
    games = [bot_game(), bot_game(), bot_game(players=2)]
    user = games[0].seats.get(number=0).user
    assert user is not None
    Seat.objects.filter(game__in=games, number=0).update(user=user)
    play_on(games[1], 1)
    play_on(games[2])
    page = sit_down(open_page("/"), games[0])
    page.goto("/games/")
    expect(page.get_by_role("heading", level=1)).to_contain_text("You’re on in 1 game")
    expect_no_violations(page)


def a_table(deal: DealHands) -> Game:
    """The design's position: I must beat 7-7."""
    deal({0: MINE, 3: "7/6 7/9"}, starter=3)
    game = bot_game()
    keep_all(game, range(4))
    play(game, 3, Show(0, 2))
    return game


@pytest.mark.parametrize("size", [WIDE, NARROW])
def test_the_table(open_page: OpenPage, deal: DealHands, size: tuple[int, int]) -> None:
    game = a_table(deal)
    page = sit_down(open_page("/", size=size), game)
    states = {
        "my turn": "#do-scout",
        "legal": "#pick-1-3",
        "illegal": "label:has(#card-3)",
        "scouting": "#end-right",
        "again": "#do-cancel",
        "step 1": "#do-both",
        "a gap": "#end-left",
        "step 2": "#do-next",
    }
    for state, pressed in states.items():
        if state != "my turn":
            press(page, pressed)
        expect_no_violations(page, [size])
    play(game, 0, Show(1, 3))
    page.reload()
    expect(page.locator("#headline")).to_have_text("Pip bot is on")
    expect_no_violations(page, [size])


def test_orientation_round_end_and_game_end(open_page: OpenPage) -> None:
    game = bot_game(players=5)
    page = sit_down(open_page("/"), game)
    expect(page.locator("#headline")).to_have_text("Which way up?")
    expect_no_violations(page)
    play_on(game, until=lambda state: bool(state.results))
    page.reload()
    expect_no_violations(page)
    play_on(game)
    page.reload()
    expect(page.locator(".poster.final")).to_be_visible()
    for fold in page.locator("main details").all():
        fold.evaluate("fold => { fold.open = true }")
    expect_no_violations(page)
