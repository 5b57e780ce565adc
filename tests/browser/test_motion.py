"""Cards travel: by transform and opacity alone, in order, and never in the way."""

import pytest
from playwright.sync_api import Page, expect

from games.log.store import load_state
from games.management.film import HELD, LOOK
from games.models import Game, Move
from games.rules.moves import Scout, ScoutAndShow, Show
from tests.browser.table import sit_down
from tests.browsing import NARROW, WIDE, OpenPage, stop_the_clock
from tests.pages.conftest import MINE, DealHands, keep_all, play
from tests.tables import bot_game

pytestmark = pytest.mark.slow

ALLOWED = {"transform", "opacity"}

CHANGED = """() => [...new Set(document.getAnimations().flatMap((each) => each.effect.getKeyframes()
    .flatMap((frame) => Object.keys(frame))))]
    .filter((name) => !["offset", "computedOffset", "easing", "composite"].includes(name))"""

BOXES = """() => [...document.querySelectorAll(
    ".seats li, .seats b, .ring, .ring .card, .row > li, .bar, .bar button, .side > *, footer")]
    .map((part) => { const { x, y, width, height } = part.getBoundingClientRect();
        return [x, y, width, height].map(Math.round).join(); })"""

WATCH = """() => {
    const shifts = [];
    new PerformanceObserver((list) => shifts.push(...list.getEntries().map(({ value }) => value)))
        .observe({ type: "layout-shift" });
    document.shifts = shifts;
}"""

SEEK = "at => document.getAnimations().forEach((each) => { each.currentTime = at })"

LAND = "() => document.getAnimations().forEach((each) => each.finish())"

FLYING = """() => [...document.querySelectorAll(".flying .card:not(.back) b")]
    .map((number) => number.textContent).join("-")"""


@pytest.fixture
def game(transactional_db: None, deal: DealHands) -> Game:
    """Seat 1 has shown a 4; seat 2 is to move, then 3, then the player."""
    deal({0: MINE, 1: "4/3", 2: "1/4 1/6", 3: "7/6 7/9 2/4 3/7"}, starter=1)
    game = bot_game()
    keep_all(game, range(4))
    play(game, 1, Show(0, 1))
    return game


def opened(open_page: OpenPage, game: Game, size: tuple[int, int] = WIDE) -> Page:
    """The table, where whatever moves waits at its beginning."""
    page = open_page("/", size=size, motion=True)
    page.add_init_script(HELD)
    sit_down(page, game)
    expect(page.locator(".motion")).to_have_count(0)
    assert page.evaluate("document.getAnimations().length") == 0
    return page


def expect_only_pictures_to_move(page: Page) -> None:
    """Until all has landed."""
    expect(page.locator(".motion")).to_be_attached()
    assert page.locator(".motion").get_attribute("aria-hidden") == "true"
    before = page.evaluate(BOXES)
    page.evaluate(WATCH)
    for time in (1, 150, 330, 600, 1200, 1700):
        assert set(page.evaluate(CHANGED)) <= ALLOWED
        page.evaluate(SEEK, time)
        assert page.evaluate(BOXES) == before
    page.evaluate(LAND)
    expect(page.locator(".motion")).to_have_count(0)
    page.evaluate(LAND)
    assert page.evaluate(BOXES) == before
    assert page.evaluate("document.shifts") == []
    hidden = "[...document.querySelectorAll('#board *')].filter((part) => part.style.opacity)"
    assert page.evaluate(f"{hidden}.length") == 0


@pytest.mark.parametrize("size", [WIDE, NARROW])
def test_every_kind_of_move_changes_only_transform_and_opacity(
    open_page: OpenPage, game: Game, size: tuple[int, int]
) -> None:
    page = opened(open_page, game, size)
    both = ScoutAndShow("left", flip=True, to=4, start=2, stop=5)
    for seat, move in ((2, Show(0, 2)), (3, both)):
        play(game, seat, move)
        page.evaluate(LOOK)
        expect_only_pictures_to_move(page)
    page.locator("#end-right").click()
    expect_only_pictures_to_move(page)
    page.locator("#do-send").click()
    expect_only_pictures_to_move(page)
    play(game, 1, Scout("left", flip=False, to=0))
    page.evaluate(LOOK)
    expect_only_pictures_to_move(page)


def test_a_press_ends_what_moves_and_counts_once(open_page: OpenPage, game: Game) -> None:
    play(game, 2, Show(0, 2))
    page = opened(open_page, game)
    play(game, 3, Show(0, 2))
    page.evaluate(LOOK)
    expect(page.locator(".motion")).to_be_attached()
    page.locator("#pick-1-3").click()
    expect(page.locator(".motion")).to_have_count(0)
    expect(page.locator("#pick-1-3")).to_have_attribute("aria-pressed", "true")
    made = Move.objects.count()
    page.locator("#do-show").click()
    expect_only_pictures_to_move(page)
    assert Move.objects.count() == made + 1
    state = load_state(game)
    assert state.round
    assert state.round.owner == 0
    expect(page.locator(".you [data-count=won]")).to_have_text("2")


def test_moves_are_seen_one_after_the_other_and_told_once(open_page: OpenPage, game: Game) -> None:
    page = opened(open_page, game)
    play(game, 2, Show(0, 2))
    play(game, 3, Show(0, 2))
    page.evaluate(LOOK)
    expect(page.locator(".motion")).to_be_attached()
    assert page.evaluate(FLYING) == "4-1-1"
    page.evaluate(LAND)
    page.wait_for_function(f"() => ({FLYING})().endsWith('7-7')")
    expect(page.locator("#status")).not_to_contain_text("7-7")
    page.evaluate(LAND)
    expect(page.locator(".motion")).to_have_count(0)
    expect(page.locator("#status")).to_contain_text("1-1")
    expect(page.locator("#status")).to_contain_text("7-7")


def test_the_next_move_of_a_bot_can_wait_for_a_tap(open_page: OpenPage, game: Game) -> None:
    page = opened(open_page, game)
    page.evaluate("document.documentElement.dataset.tap = ''")
    play(game, 2, Show(0, 2))
    play(game, 3, Show(0, 2))
    page.evaluate(LOOK)
    expect(page.locator(".motion")).to_be_attached()
    tap = page.get_by_role("button", name="Tap to go on")
    expect(tap).to_have_count(0)
    page.evaluate(LAND)
    expect(tap).to_be_visible()
    assert not page.evaluate(FLYING).endswith("7-7")
    # Anywhere will do, and the button goes as soon as it is touched.
    box = tap.bounding_box()
    assert box
    page.mouse.click(box["x"] + 20, box["y"] + 20)
    expect(tap).to_have_count(0)
    page.wait_for_function(f"() => ({FLYING})().endsWith('7-7')")
    page.evaluate(LAND)
    expect(page.locator(".motion")).to_have_count(0)
    expect(page.locator("#do-show")).to_be_visible()


@pytest.mark.parametrize("how", ["device", "switch", "once"])
def test_without_motion_what_changed_is_marked(open_page: OpenPage, game: Game, how: str) -> None:
    page = open_page("/", motion=how != "device")
    page.add_init_script(HELD)
    sit_down(page, game)
    if how == "switch":
        page.evaluate("document.documentElement.dataset.motion = 'off'")
    if how == "once":
        page.evaluate("document.documentElement.dataset.pace = 'once'")
    stop_the_clock(page)
    play(game, 2, Show(0, 2))
    page.evaluate(LOOK)
    expect(page.locator(".ring .cards.marked")).to_be_visible()
    expect(page.locator("[data-seat='2'] b.marked")).to_have_count(2)
    assert page.evaluate("document.getAnimations().length") == 0
    expect(page.locator(".motion")).to_have_count(0)
    page.clock.run_for(2000)
    expect(page.locator(".marked")).to_have_count(0)


@pytest.mark.parametrize("last", [True, False], ids=["to the table", "to wait"])
def test_a_hand_turned_over_goes_on_from_where_it_was_asked(
    transactional_db: None, open_page: OpenPage, deal: DealHands, *, last: bool
) -> None:
    deal({0: MINE}, starter=1)
    game = bot_game()
    keep_all(game, range(1, 4 if last else 3))
    page = opened(open_page, game)
    page.get_by_text("Turned over").click()
    # The hand that is pressed turns.
    assert page.evaluate(CHANGED) == ["transform"]
    page.evaluate(LAND)
    turned = page.locator(".way:has(:checked) .row .card b").all_inner_texts()
    page.locator("#do-turn").click()
    expect(page.locator(".motion")).to_be_attached()
    assert sorted(page.evaluate(FLYING).split("-")) == sorted(turned)
    assert set(page.evaluate(CHANGED)) <= ALLOWED
    page.evaluate(LAND)
    expect(page.locator(".motion")).to_have_count(0)
    assert page.locator("#hand .row .card b").all_inner_texts() == turned
    assert page.locator(".ring").count() == last


@pytest.mark.django_db(transaction=True)
def test_the_first_hand_moves_like_the_table(open_page: OpenPage) -> None:
    page = open_page("/", motion=True)
    page.add_init_script(HELD)
    page.goto("/learn/")
    for place in (0, 1):
        page.locator(".pick").nth(place).click()
    page.get_by_role("button", name="Show 7-7").click()
    for ring in ("7-7", "7-7", "6-5-4"):
        page.wait_for_function(f"() => ({FLYING})().includes('{ring}')")
        assert set(page.evaluate(CHANGED)) <= ALLOWED
        page.evaluate(LAND)
    expect(page.locator(".motion")).to_have_count(0)
    expect(page.locator("#lesson-table .ring .card b")).to_have_text(["6", "5", "4"])
    # The last show, too, flies into a ring, which stays; then the stamp falls.
    for name in ("Scout 4", "Gap 2 of 3", "Scout the 4", "Scout & Show", "Scout 6", "Next: choose"):
        page.get_by_role("button", name=name).first.click()
        page.evaluate(LAND)
    for place in range(4):
        page.locator(".pick").nth(place).click()
    page.get_by_role("button", name="Scout 6, show").click()
    page.wait_for_function(f"() => ({FLYING})().includes('3-4-5-6')")
    expect(page.locator(".stamp")).to_be_hidden()
    assert set(page.evaluate(CHANGED)) <= ALLOWED
    page.evaluate(LAND)
    expect(page.locator(".motion")).to_have_count(0)
    expect(page.locator(".stamp")).to_have_text("Hand empty")
    expect(page.locator("#lesson-table .ring .card b")).to_have_text(["3", "4", "5", "6"])


def test_the_replay_moves_from_a_step_to_the_next(open_page: OpenPage, game: Game) -> None:
    play(game, 2, Show(0, 2))
    page = opened(open_page, game)
    page.goto(f"/games/{game.public_id}/replay/?round=1&move=1")
    expect(page.locator("#auto")).to_be_visible()
    page.locator("#to-next-move").click()
    page.wait_for_function(f"() => ({FLYING})().includes('4')")
    assert set(page.evaluate(CHANGED)) <= ALLOWED
    page.locator("#to-next-move").click()
    expect(page.locator("#counter")).to_have_text("Now")
    page.wait_for_function(f"() => ({FLYING})().endsWith('1-1')")
    page.evaluate(LAND)
    expect(page.locator(".motion")).to_have_count(0)
