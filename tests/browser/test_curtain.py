"""The end of a round: the last cards, the stamp, the sheet over the table, then the next hand."""

import pytest
from playwright.sync_api import Page, expect

from games.log.store import load_state
from games.models import Game
from games.rules.moves import Orient, Scout, Show
from tests.browser.fitting import sideways
from tests.browser.table import press, sit_down
from tests.browsing import NARROW, OpenPage
from tests.pages.conftest import DealHands, keep_all, play
from tests.tables import bot_game, ends_the_game, next_move, play_on

pytestmark = [pytest.mark.slow, pytest.mark.browser]

ONES = "1/2 1/3 1/4 1/5 1/6 1/7 1/8 1/9 1/10"

SEEN = """() => {
    window.seen = [];
    const note = () => {
        const sheet = document.querySelector("#curtain");
        if (sheet && !window.seen.length) window.seen.push(
            document.querySelector("#headline").textContent,
            document.querySelector(".stamp").textContent,
            sheet.matches(":modal"),
        );
    };
    document.addEventListener("board", note);
    document.addEventListener("cue", ({ detail }) => { window.cue = detail; });
}"""
"""What is seen first of a round's end, and which sound is asked for."""

MOVES = """(() => {
    window.moving = [];
    const { showModal } = HTMLDialogElement.prototype;
    HTMLDialogElement.prototype.showModal = function () {
        showModal.call(this);
        window.moving.push(...document.getAnimations().map(({ animationName }) => animationName));
    };
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...how) {
        window.moving.push(this.tagName);
        return animate.apply(this, how);
    };
})()"""
"""Notes what moves when the sheet comes, and what scripts move."""

WAKE = "document.dispatchEvent(new CustomEvent('hint', { detail: {} }))"


@pytest.fixture
def ones(transactional_db: None, deal: DealHands) -> Game:
    """The player can show a whole hand of ones."""
    deal({0: ONES}, players=5, starter=0)
    game = bot_game(players=5)
    keep_all(game, range(5))
    return game


@pytest.fixture
def unbeaten(transactional_db: None, deal: DealHands) -> Game:
    """Two have scouted from four 7s, and seat 2 is the last who could beat what is left."""
    deal({1: "7/6 7/9 7/10 7/8"}, starter=3)
    game = bot_game()
    keep_all(game, range(4))
    play(game, 3, Show(0, 1))
    play(game, 0, Scout("left", False, 0))
    play(game, 1, Show(0, 4))
    for seat in (2, 3):
        play(game, seat, Scout("left", False, 0))
    return game


def up(page: Page) -> bool:
    """Whether the sheet lies over the table."""
    return bool(page.evaluate("document.querySelector('#curtain')?.matches(':modal') ?? false"))


def wait_for_sheet(page: Page) -> None:
    expect(page.locator("#curtain-title")).to_be_focused()
    assert up(page)


def another_hand(page: Page, game: Game, seat: int) -> None:
    """Somebody else chooses, and the page is woken."""
    play(game, seat, Orient(flip=False))
    version = load_state(game).version
    page.evaluate(WAKE)
    expect(page.locator(f"#board[data-version='{version}']")).to_be_attached()


def test_a_round_ends_before_one_s_eyes_and_leads_to_the_next_hand(
    open_page: OpenPage, ones: Game
) -> None:
    page = sit_down(open_page("/"), ones)
    page.wait_for_load_state()
    page.evaluate(SEEN)
    page.evaluate("document.querySelector('#pick-0-9').click()")
    press(page, "#do-show")
    page.keyboard.press("a")
    wait_for_sheet(page)
    assert page.evaluate("window.seen") == ["Your hand is empty", "Hand empty", False]
    assert page.evaluate("window.cue") != "drum"

    # Others choose meanwhile: the sheet stays, and so does the way to the table behind it.
    another_hand(page, ones, 1)
    wait_for_sheet(page)
    page.keyboard.press("Escape")
    expect(page.locator("#curtain")).to_be_hidden()
    expect(page.locator("#see-scores")).to_be_focused()
    expect(page.locator(".stamp")).to_be_visible()
    another_hand(page, ones, 2)
    expect(page.locator("#curtain")).to_be_hidden()
    page.locator("#see-scores").click()
    wait_for_sheet(page)

    page.locator("#next-hand").click()
    expect(page.locator("#headline")).to_have_text("Which way up?")
    another_hand(page, ones, 3)
    expect(page.locator("#do-turn")).to_be_visible()
    expect(page.locator("#curtain")).to_have_count(0)
    page.locator("#to-scores").click()
    wait_for_sheet(page)
    page.locator("#next-hand").click()
    expect(page.locator("#do-turn")).to_be_visible()

    # Days later: the sheet at once.
    page.reload()
    wait_for_sheet(page)
    assert not page.evaluate("document.documentElement.classList.contains('rises')")
    page.get_by_role("link", name="Replay the round").click()
    expect(page.locator("#headline")).to_contain_text("Round 1, move 1 of")


def test_a_swipe_down_or_a_press_beside_it_puts_the_sheet_away(
    open_page: OpenPage, ones: Game
) -> None:
    play(ones, 0, Show(0, 9))
    page = sit_down(open_page("/", touch=True, size=NARROW), ones)
    wait_for_sheet(page)
    finger = page.context.new_cdp_session(page)
    box = page.locator("#curtain-title").bounding_box()
    assert box

    def swipe(across: int, down: int) -> None:
        x, y = box["x"] + 5, box["y"] + 5
        for kind, points in (
            ("touchStart", [(x, y)]),
            ("touchMove", [(x + across, y + down)]),
            ("touchEnd", []),
        ):
            where = [{"x": at[0], "y": at[1]} for at in points]
            finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": where})

    swipe(160, 90)
    assert up(page), "that was a swipe across"
    swipe(0, 120)
    expect(page.locator("#curtain")).to_be_hidden()
    expect(page.locator("#see-scores")).to_be_focused()
    page.locator("#see-scores").tap()
    wait_for_sheet(page)
    page.mouse.click(box["x"] + 5, box["y"] + 5)
    assert up(page), "that was on the sheet"
    page.mouse.click(10, 10)
    expect(page.locator("#curtain")).to_be_hidden()


@pytest.mark.parametrize("off", [False, True])
def test_with_motion_switched_off_the_sheet_is_there_at_once(
    open_page: OpenPage, ones: Game, *, off: bool
) -> None:
    page = open_page("/", motion=True)
    page.add_init_script(MOVES)
    sit_down(page, ones)
    if off:
        page.evaluate("document.documentElement.dataset.motion = 'off'")
    page.evaluate("document.querySelector('#pick-0-9').click()")
    press(page, "#do-show")
    page.keyboard.press("a")
    wait_for_sheet(page)
    moving = page.evaluate("window.moving")
    assert moving == [] if off else {"rise", "scrim", "TR"} <= {*moving}


def test_the_end_that_another_made_is_seen_and_heard_too(
    open_page: OpenPage, unbeaten: Game
) -> None:
    page = sit_down(open_page("/"), unbeaten)
    page.wait_for_load_state()
    page.evaluate(SEEN)
    # Mine is the last scout: the set stands.
    page.locator("#do-scout").click()
    expect(page.locator("#do-cancel")).to_be_visible()
    if not page.locator("#do-send").count():
        page.locator("[id^=end-]").first.click()
    press(page, "#do-send")
    wait_for_sheet(page)
    heading, stamp, over = page.evaluate("window.seen")
    assert "Nobody beat" in heading
    assert (stamp, over) == ("Unbeaten", False)
    assert page.evaluate("window.cue") == "drum"


SHARES = """navigator.canShare = ({ files }) => files.length === 1;
navigator.share = async ({ files: [file] }) => {
    document.documentElement.dataset.shared = file.type;
};"""
"""A device that sends files."""


def test_the_last_round_leads_to_the_bow(transactional_db: None, open_page: OpenPage) -> None:
    game = bot_game(players=3)
    play_on(game, until=ends_the_game)
    page = sit_down(open_page("/"), game)
    page.wait_for_load_state()
    expect(page.locator(".stage")).to_be_visible()
    seat, move = next_move(load_state(game))
    play(game, seat, move)
    page.evaluate(WAKE)
    wait_for_sheet(page)
    final = page.get_by_role("link", name="The final curtain")
    final.click()
    expect(page.locator(".poster.final h1")).to_contain_text("win")
    expect(page.locator(".lineup li")).to_have_count(3)
    picture = page.locator(".souvenir img")
    picture.scroll_into_view_if_needed()
    expect(picture).to_have_js_property("naturalWidth", 1200)
    page.add_init_script(SHARES)
    page.reload()
    expect(page.locator(".poster.final h1")).to_be_visible()
    page.get_by_role("button", name="Share picture").click()
    expect(page.locator("html")).to_have_attribute("data-shared", "image/png")
    expect(page.locator("#curtain")).to_have_count(0)


def test_without_scripts_the_sheet_is_below_the_ring(open_page: OpenPage, ones: Game) -> None:
    play(ones, 0, Show(0, 9))
    page = sit_down(open_page("/", javascript=False), ones)
    expect(page.locator(".stamp")).to_be_visible()
    expect(page.locator("#curtain .sheet")).to_be_visible()
    ring, sheet = page.locator(".ring").bounding_box(), page.locator("#curtain").bounding_box()
    assert ring
    assert sheet
    assert sheet["y"] > ring["y"] + ring["height"]
    page.get_by_role("link", name="Next hand").click()
    expect(page.locator("#headline")).to_have_text("Which way up?")


def test_every_number_of_a_sheet_is_seen_at_every_width(
    transactional_db: None, open_page: OpenPage
) -> None:
    game = bot_game(players=5)
    play_on(game, until=lambda state: len(state.results) == 4)
    page = sit_down(open_page("/"), game)
    wait_for_sheet(page)
    result = load_state(game).results[-1]
    whole = {f"+{score.collected}" if score.collected else "0" for score in result.scores}
    for width in (320, 390, 820, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert sideways(page) == ""
        assert page.evaluate("""() => {
            const sheet = document.querySelector("#curtain");
            return [sheet, ...sheet.querySelectorAll(".sheet")].every(
                (part) => part.scrollWidth <= part.clientWidth);
        }""")
        said = page.locator("#curtain tbody").inner_text()
        if width == 1280:
            assert whole <= set(said.split())
        else:
            assert "in hand" in said or "−" in said
        assert page.locator("#curtain tbody tr").count() == 5
