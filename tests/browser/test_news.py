"""The page keeps up with the table, and keeps its player's choices."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from games.log.store import load_state
from games.models import Game
from games.rules.moves import Scout
from tests.browser.table import press, sit_down, try_now
from tests.browsing import OpenPage
from tests.pages.conftest import play


@pytest.fixture
def page(open_page: OpenPage, game: Game) -> Page:
    return sit_down(open_page("/"), game)


def test_others_moves_appear_without_reloading(game: Game, page: Page) -> None:
    expect(page.locator("#headline")).to_have_text("Juno bot is on")
    page.evaluate("window.stillTheSamePage = true")
    play(game, 2, Scout("left", False, 0))
    expect(page.locator("#headline")).to_have_text("Otto bot is on")
    expect(page).to_have_title(f"Otto (bot) is on · {game.name} · Next Act")
    play(game, 3, Scout("left", False, 0))
    expect(page.locator("#headline")).to_have_text("You’re on")
    expect(page.locator("#waiting-count")).to_contain_text("1")
    expect(page).to_have_title(f"(1) You’re on · {game.name} · Next Act")
    assert page.evaluate("window.stillTheSamePage") is True


def test_each_move_is_announced_once(game: Game, page: Page) -> None:
    status = page.locator("#status")
    expect(status).to_have_text("")
    play(game, 2, Scout("left", False, 0))
    expect(status).to_have_text(
        "Move 2: Juno bot scouts a 7 from Pip bot, who gets a chip. Otto bot is on"
    )
    play(game, 3, Scout("right", False, 0))
    expect(status).to_have_text(
        "Move 3: Otto bot scouts a 7 from Pip bot, who gets a chip. You’re on"
    )


def test_news_keep_selection_focus_and_what_was_opened(game: Game, page: Page) -> None:
    page.locator("#card-3").check()
    page.locator("#card-4").check()
    page.locator("#fair summary").click()
    page.locator("#card-5").focus()
    play(game, 2, Scout("left", False, 0))
    expect(page.locator("#headline")).to_have_text("Otto bot is on")
    expect(page.locator(".pick :checked")).to_have_count(2)
    expect(page.locator("#card-3")).to_be_checked()
    expect(page.locator("#card-4")).to_be_checked()
    expect(page.locator("#card-5")).to_be_focused()
    expect(page.locator("#fair")).to_have_attribute("open", "")


def test_without_news_the_board_is_left_alone(page: Page) -> None:
    page.evaluate("document.querySelector('#board').untouched = true")
    for _ in range(2):
        with page.expect_response("**/board/") as answer:
            pass
        assert answer.value.status == 304
    assert page.evaluate("document.querySelector('#board').untouched") is True


def test_a_hidden_page_asks_for_nothing(page: Page) -> None:
    asked: list[str] = []
    page.evaluate("Object.defineProperty(document, 'hidden', {value: true, configurable: true})")
    page.on("request", lambda request: asked.append(urlsplit(request.url).path))
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.evaluate("htmx.trigger('#news', 'look')")
    assert not [path for path in asked if path.endswith("/board/")]
    page.evaluate("delete document.hidden")
    with page.expect_request("**/board/"):
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def test_after_ones_own_move_the_heading_has_the_focus(game: Game, page: Page) -> None:
    for seat in (2, 3):
        play(game, seat, Scout("left", False, 0))
    press(page, "#end-left")
    expect(page.locator("#step")).to_have_text("Choose a gap for the 7")
    expect(page.locator("#step")).to_be_focused()
    press(page, "#do-cancel")
    expect(page.locator("#step")).to_contain_text("Your hand")
    expect(page.locator("#step")).to_be_focused()
    page.locator("#pick-1-3").click()
    page.locator("#do-show").click()
    expect(page.locator("#headline")).to_have_text("Pip bot is on")
    expect(page.locator("#headline")).to_be_focused()


@pytest.fixture
def my_turn(game: Game) -> Game:
    """The others have scouted a card each, leaving 7-7."""
    for seat in (2, 3):
        play(game, seat, Scout("left", False, 0))
    return game


def test_a_selection_that_became_illegal_is_kept_with_its_reason(game: Game, page: Page) -> None:
    for card in (1, 2):
        page.locator(f"#card-{card}").check()
    expect(page.locator("#verdict-title")).to_have_text("Two cards can’t beat four")
    for seat in (2, 3):
        play(game, seat, Scout("left", False, 0))
    expect(page.locator("#headline")).to_have_text("You’re on")
    expect(page.locator("#verdict-title")).to_have_text("8-8 beats 7-7")
    expect(page.locator("#do-show")).to_have_text("Show 8-8")
    expect(page.locator("#do-show")).not_to_have_attribute("aria-disabled", "true")


def test_what_does_not_get_through_says_so_and_is_sent_again(
    my_turn: Game, open_page: OpenPage
) -> None:
    page = sit_down(open_page("/", statuses=[503]), my_turn)
    # This test is about the failure; the page may log it to its console.
    page.evaluate("console.error = () => {}")
    page.locator("#pick-1-3").click()
    for way in ("**/move/", "**/board/"):
        page.route(way, lambda route: route.fulfill(status=503))
    show = page.locator("#do-show")
    show.click()
    expect(page.get_by_role("alert")).to_contain_text("Not connected. Your selection is kept.")
    expect(page.get_by_role("alert")).to_contain_text("Next try in")
    expect(page.locator("#verdict")).to_contain_text("Your move is still here: Show 8-8.")
    expect(show).to_have_text("Send again: Show 8-8")
    expect(page.locator("#card-2")).to_be_checked()
    for way in ("**/move/", "**/board/"):
        page.unroute(way)
    show.click()
    expect(page.locator("#headline")).to_have_text("Pip bot is on")
    expect(page.get_by_role("alert")).to_have_text("")


def test_a_double_click_makes_one_move(my_turn: Game, page: Page) -> None:
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.method))
    version = load_state(my_turn).version
    page.locator("#pick-1-3").click()
    page.locator("#do-show").dblclick()
    expect(page.locator("#headline")).to_have_text("Pip bot is on")
    assert sent.count("POST") == 1
    assert load_state(my_turn).version == version + 1


class Held:
    """The next request to an address, until let go."""

    def __init__(self, page: Page, address: str) -> None:
        self._page = page
        self._held: list[tuple[Route, APIResponse]] = []
        page.route(address, self._hold)

    def _hold(self, route: Route) -> None:
        if self._held:
            route.continue_()
            return
        # The whole board, changed or not.
        headers = {name: text for name, text in route.request.headers.items() if "none" not in name}
        self._held.append((route, route.fetch(headers=headers)))

    def wait(self) -> None:
        """Until the request is held and its answer known."""
        while not self._held:
            self._page.wait_for_timeout(10)

    def let_go(self) -> None:
        """Answer as at the time of the request."""
        route, response = self._held[0]
        with self._page.expect_event("requestfinished"):
            route.fulfill(response=response)


LOOK = "htmx.trigger('#news', 'look')"
WAKE = """version => document.body.dispatchEvent(
    new CustomEvent('hint', { bubbles: true, detail: { version } }))"""


def test_a_look_that_a_press_overtook_changes_nothing(my_turn: Game, page: Page) -> None:
    look = Held(page, "**/board/")
    page.evaluate(LOOK)
    look.wait()
    press(page, "#end-left")
    step = page.locator("#step")
    expect(step).to_have_text("Choose a gap for the 7")
    page.evaluate("document.querySelector('#alert').textContent = 'said since'")
    look.let_go()
    expect(step).to_have_text("Choose a gap for the 7")
    expect(page.get_by_role("alert")).to_have_text("said since")


def test_a_look_beside_a_press_changes_nothing_and_no_news_are_lost(
    my_turn: Game, page: Page
) -> None:
    look, pressed = Held(page, "**/board/"), Held(page, "**/move/")
    page.evaluate(LOOK)
    look.wait()
    page.locator("#end-left").click()
    pressed.wait()
    page.evaluate("document.querySelector('#board').untouched = true")
    look.let_go()
    assert page.evaluate("document.querySelector('#board').untouched") is True
    page.evaluate(WAKE, None)
    with page.expect_request("**/board/"):
        pressed.let_go()
    expect(page.locator("#step")).to_have_text("Choose a gap for the 7")


def test_news_never_swallow_a_press_that_is_being_made(game: Game, page: Page) -> None:
    play(game, 2, Scout("left", False, 0))
    look = Held(page, "**/board/")
    page.evaluate(LOOK)
    look.wait()
    page.locator("#fair summary").hover()
    page.mouse.down()
    page.evaluate("document.querySelector('#board').untouched = true")
    look.let_go()
    assert page.evaluate("document.querySelector('#board').untouched") is True
    page.mouse.up()
    expect(page.locator("#fair")).to_have_attribute("open", "")
    expect(page.locator("#headline")).to_have_text("Otto bot is on")


def test_a_wake_during_a_look_makes_another_look(game: Game, page: Page) -> None:
    look = Held(page, "**/board/")
    page.evaluate(LOOK)
    look.wait()
    play(game, 2, Scout("left", False, 0))
    page.evaluate(WAKE, load_state(game).version)
    with page.expect_request("**/board/"):
        look.let_go()
    expect(page.locator("#headline")).to_have_text("Otto bot is on")


def test_a_move_whose_answer_was_lost_counts_once(my_turn: Game, open_page: OpenPage) -> None:
    page = sit_down(open_page("/", offline=True), my_turn)
    page.locator("#pick-1-3").click()

    def lose_the_answer(route: Route) -> None:
        route.fetch()
        route.abort()

    page.route("**/move/", lose_the_answer, times=1)
    # So that only the second press can tell the page.
    page.route("**/board/", lambda route: route.abort())
    page.locator("#do-show").click()
    expect(page.locator("#do-show")).to_have_text("Send again: Show 8-8")
    version = load_state(my_turn).version
    page.locator("#do-show").click()
    expect(page.get_by_role("alert")).to_contain_text("Not played twice.")
    expect(page.locator("#headline")).to_have_text("Pip bot is on")
    assert load_state(my_turn).version == version


def test_a_look_for_news_that_fails_is_tried_again(game: Game, open_page: OpenPage) -> None:
    page = sit_down(open_page("/", offline=True), game)
    page.locator("#card-3").check()
    page.route("**/board/", lambda route: route.abort())
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("Not connected.")
    play(game, 2, Scout("left", False, 0))
    page.unroute("**/board/")
    try_now(page)
    expect(alert).to_have_text("")
    expect(page.locator("#headline")).to_have_text("Otto bot is on")
    expect(page.locator("#card-3")).to_be_checked()


def test_a_page_that_is_too_old_says_so_in_place(my_turn: Game, open_page: OpenPage) -> None:
    page = sit_down(open_page("/", statuses=[403]), my_turn)
    page.evaluate("console.error = () => {}")
    page.context.clear_cookies(name="csrftoken")
    page.evaluate("document.querySelector('[name=csrfmiddlewaretoken]').value = 'old'")
    page.locator("#pick-1-3").click()
    page.locator("#do-show").click()
    expect(page.get_by_role("alert")).to_contain_text("This page is out of date")
    expect(page.locator("#card-1")).to_be_checked()
