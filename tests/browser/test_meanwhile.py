"""The strip of moves since one's last turn: seen again, by keys, and all on one screen."""

import pytest
from playwright.sync_api import Locator, Page, expect

from games.models import Game
from games.rules.moves import Scout, Show
from tests.browser.fitting import sideways
from tests.browser.table import sit_down
from tests.browsing import NARROW, OpenPage, stop_the_clock
from tests.pages.conftest import DealHands, keep_all, play
from tests.tables import bot_game, people_game, play_on

TEN = "6/8 8/10 8/9 6/5 5/2 4/8 2/9 6/2 3/5 2/10"
PLACES = """() => [scrollY, ...['.ring', '.meanwhile', '.hand', '.bar'].map((part) =>
    JSON.stringify(document.querySelector(part).getBoundingClientRect()))]"""


@pytest.fixture
def game(transactional_db: None, deal: DealHands) -> Game:
    """Seat 0 has shown a 3; 1 scouted it, 2 showed two, 3 scouted one of them."""
    deal(
        {0: f"3/10 {TEN}", 1: "1/9", 2: "7/6 7/9", 3: "1/6"},
        starter=0,
    )
    game = bot_game()
    keep_all(game, range(4))
    play(game, 0, Show(0, 1))
    play(game, 1, Scout("left", flip=False, to=0))
    play(game, 2, Show(0, 2))
    play(game, 3, Scout("left", flip=False, to=0))
    return game


def chip(page: Page, number: int) -> Locator:
    return page.locator(f".move-chip[data-number='{number}'] button")


def test_a_press_shows_a_move_again_and_the_next_returns(game: Game, open_page: OpenPage) -> None:
    page = sit_down(open_page("/", size=NARROW), game)
    stop_the_clock(page)
    page.locator("#card-1").check(force=True)
    places = page.evaluate(PLACES)
    seen = page.locator(".ring > .seen")
    names = [each.inner_text() for each in page.locator(".move-chip .unseen").all()]
    assert all(name.endswith("See it again") for name in names)

    chip(page, 3).click()
    expect(seen.locator(".ring-title")).to_contain_text("shows 7-7")
    expect(seen.locator(".beat")).to_contain_text("The ring was empty. Back to now")
    expect(chip(page, 3)).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#status")).to_contain_text("shows 7-7")
    expect(page.locator("#end-left")).not_to_be_visible()
    assert page.evaluate(PLACES) == places, "nothing moves on the page"

    seen.get_by_role("button", name="Back to now").click()
    expect(seen).to_have_count(0)
    chip(page, 4).click()
    expect(seen).to_contain_text("scouts a 7")
    # Escape would clear the selection otherwise.
    page.keyboard.press("Escape")
    expect(seen).to_have_count(0)
    chip(page, 3).click()
    page.locator("#card-2").check(force=True)
    expect(seen).to_have_count(0)
    expect(page.locator("#card-1")).to_be_checked()
    expect(page.locator("#card-2")).to_be_checked()
    # By itself it returns, too.
    chip(page, 3).click()
    page.clock.run_for(1500)
    expect(seen).to_have_count(1)
    page.clock.run_for(100)
    expect(seen).to_have_count(0)
    expect(chip(page, 3)).to_have_attribute("aria-pressed", "false")
    assert page.evaluate(PLACES) == places


def test_arrows_go_from_move_to_move_and_all_are_seen_in_order(
    game: Game, open_page: OpenPage
) -> None:
    page = sit_down(open_page("/"), game)
    stop_the_clock(page)
    title = page.locator(".seen .ring-title")
    page.get_by_role("button", name="See them again").click()
    for text in ("scouts a 3", "shows 7-7", "scouts a 7"):
        expect(title).to_contain_text(text)
        page.clock.run_for(1600)
    expect(title).to_have_count(0)

    expect(page.locator(".move-chip button[tabindex='0']")).to_have_count(1)
    chip(page, 4).focus()
    page.keyboard.press("ArrowLeft")
    expect(chip(page, 3)).to_be_focused()
    page.keyboard.press("Enter")
    expect(title).to_contain_text("shows 7-7")
    page.keyboard.press("ArrowRight")
    expect(chip(page, 4)).to_be_focused()
    page.keyboard.press("x")
    expect(title).to_have_count(0)


def test_without_scripts_it_is_a_list_to_read(game: Game, open_page: OpenPage) -> None:
    page = sit_down(open_page("/", size=NARROW, javascript=False), game)
    moves = page.get_by_role("list", name="Since your last turn")
    expect(moves.get_by_role("listitem")).to_have_count(4)  # With the way to the log.
    expect(moves.get_by_role("button")).to_have_count(0)
    expect(moves.get_by_role("listitem").last).to_contain_text("scouts a 7")
    expect(page.get_by_role("button", name="See them again")).to_have_count(0)


@pytest.mark.parametrize("size", [NARROW, (1280, 800)], ids=["390", "1280"])
def test_ten_cards_strip_and_bar_are_on_one_screen(
    game: Game, open_page: OpenPage, size: tuple[int, int]
) -> None:
    page = sit_down(open_page("/", size=size), game)
    assert page.locator(".hand .card").count() == 10
    bar = page.locator(".bar").bounding_box()
    lowest = page.locator(".hand .card").last.bounding_box()
    strip = page.locator(".meanwhile").bounding_box()
    assert bar
    assert lowest
    assert strip
    assert lowest["y"] + lowest["height"] <= bar["y"]
    assert bar["y"] + bar["height"] <= size[1] + 1
    assert 42 <= strip["height"] <= 44
    names = page.locator(".seat .name strong")
    heights = names.evaluate_all("names => names.map((name) => name.offsetHeight)")
    assert all(height < 40 for height in heights), "a name in one line"


@pytest.mark.slow
def test_many_moves_scroll_in_the_strip_from_the_newest(
    transactional_db: None, open_page: OpenPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.lobby.opening.secrets.token_bytes", lambda size: bytes(size))
    game = people_game(5)
    play_on(game, until=lambda state: len(state.moves) > 8 and state.to_act == (0,))
    page = sit_down(open_page("/", size=NARROW), game)
    for size in ((320, 640), NARROW):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        assert sideways(page) == ""
        newest = page.locator(".move-chip").last.bounding_box()
        assert newest
        assert newest["x"] + newest["width"] <= size[0]
    expect(page.locator(".along.more")).to_be_attached()
    page.locator(".move-chip:not(.anchor) button").last.focus()
    for _ in page.locator(".move-chip:not(.anchor)").all():
        page.keyboard.press("ArrowLeft")
    first = page.locator(".move-chip:not(.anchor)").first.bounding_box()
    assert first
    assert first["x"] >= 0
    assert page.evaluate("scrollY") == 0
