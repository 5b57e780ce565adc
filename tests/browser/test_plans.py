"""Plans in Chromium: two players and a worker, and the page that stays where it is."""

import re
from datetime import datetime, timedelta

import pytest
from celery import current_app
from playwright.sync_api import Page, expect

from games.log.store import load_state
from games.models import Game, PlanOutcome
from games.pages.table.board import making
from games.play.plans import waits
from games.rules.moves import Scout, Show
from tests.axe import expect_no_violations
from tests.browser.table import press, sit_down
from tests.browsing import NARROW, WIDE, OpenPage
from tests.pages.conftest import MINE, DealHands, keep_all, play
from tests.tables import people_game

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

# Hands that are soon empty: a pair, a higher pair, three of a kind.
ANNA, BEN = "4/9 4/10 6/7 6/8 6/9", "3/9 5/9 5/10"


def choose(page: Page, *cards: int) -> None:
    for card in cards:
        page.locator(".pick").nth(card).click()


def turn(page: Page) -> None:
    page.locator("#do-turn").click()
    expect(page.locator("#do-turn")).to_have_count(0)


def show(page: Page, *cards: int) -> None:
    expect(page.locator("#do-show")).to_be_visible()
    choose(page, *cards)
    press(page, "#do-show")


def add(page: Page, *cards: int) -> None:
    press(page, "[id^=do-plan]")
    choose(page, *cards)
    press(page, "#do-add")
    expect(page.locator("#plan .orders li:not(.ready)")).to_have_count(1)


def let_plans_be_played() -> None:
    """What the clock asks of a worker every five seconds."""
    current_app.send_task("games.play_plans")


def test_two_players_and_a_worker_play_a_game_a_third_of_it_planned(
    worker: None, open_page: OpenPage, deal: DealHands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(making, "OFTEN", 0.2)
    monkeypatch.setattr(making, "SELDOM", 0.2)

    def soon(turn: waits.Turn, *, now: datetime) -> datetime:
        return now + timedelta(seconds=0.1)

    monkeypatch.setattr(waits, "due_at", soon)
    deal({0: ANNA, 1: BEN}, players=2, starter=0, exactly=True)
    game = people_game(2)
    anna, ben = sit_down(open_page("/"), game), sit_down(open_page("/", size=NARROW), game, seat=1)

    turn(anna)
    expect(anna.locator("#verdict-title")).to_have_text("6-6-6 for your first show?")
    choose(anna, 0, 1)
    expect(anna.locator("#do-add")).to_have_text("Plan to show 4-4")
    press(anna, "#do-add")
    expect(anna.locator("#verdict-title")).to_have_text("Planned: Show 4-4 first")
    turn(ben)
    expect(anna.locator("#verdict-title")).to_have_text("Your plan will be played: Show 4-4")
    add(ben, 1, 2)
    press(ben, "#plan-done")
    let_plans_be_played()
    expect(ben.locator("#verdict-title")).to_have_text("Your plan will be played: Show 5-5")
    expect(anna.locator(".plan-note")).to_contain_text("Played from your plan: Show 4-4")
    let_plans_be_played()
    expect(ben.locator(".plan-note")).to_contain_text("It beat Guest’s 4-4 and won 2 cards.")
    expect(ben.locator("#log")).to_contain_text("from your plan")
    expect(anna.locator("#log")).to_contain_text("shows 5-5")
    assert anna.locator("#log .from-plan").count() == 1
    show(anna, 0, 1, 2)

    for page in (ben, anna):
        press(page, "#next-hand")
        turn(page)
    add(ben, 0)
    press(ben, "#plan-done")
    show(anna, 0, 1)
    expect(ben.locator("#verdict-title")).to_have_text("Show or scout")
    let_plans_be_played()
    expect(ben.locator(".plan-brief")).to_contain_text("3 doesn’t beat 4-4.")
    show(ben, 1, 2)
    show(anna, 0, 1, 2)

    for page in (anna, ben):
        press(page, "#next-hand")
        expect(page.locator("#headline")).to_have_text(re.compile(r"\bwins?$"))
    state = load_state(game)
    moves = [move for result in state.results for move in result.history]
    planned = PlanOutcome.objects.exclude(version=None).count()
    assert (state.over, len(moves), planned) == (True, 6, 2)


@pytest.fixture
def waiting(deal: DealHands) -> Game:
    """Seat 1 has shown 7-7; seats 2 and 3 move before seat 0."""
    deal({0: MINE, 1: "7/6 7/9", 3: "9/1 9/4"}, starter=1)
    game = people_game(4)
    keep_all(game, range(4))
    play(game, 1, Show(0, 2))
    return game


@pytest.mark.parametrize("size", [WIDE, NARROW])
def test_the_page_stays_where_it_is_while_its_player_plans(
    open_page: OpenPage, waiting: Game, size: tuple[int, int]
) -> None:
    page = sit_down(open_page("/", size=size), waiting)
    page.evaluate("scrollTo(0, 60)")
    there = page.evaluate("scrollY")
    on_phone = size == NARROW
    # Two lines of words and a row of buttons: it covers no card.
    most = 200 if on_phone else 120
    presses = [
        *("#do-plan-compose", ".chip >> nth=0", "#do-add", *(["#plan-more"] if on_phone else [])),
        *("#end-left", "#flip", ".slot >> nth=1", "#do-add"),
        *(["#plan-done", "#do-plan-list"] if on_phone else []),
        *("#up-1", "#drop-1", *(["#plan-more"] if on_phone else [])),
        *("#do-both", "#end-right", "#do-next", ".chip >> nth=0", "#do-back", "#do-cancel"),
        "#do-plan-off",
    ]
    said = page.locator("#status")
    for each in presses:
        page.locator("#board").evaluate("board => board.setAttribute('data-seen', '')")
        # Playwright would scroll to what it presses.
        page.locator(each).evaluate("button => button.click()")
        if not each.startswith((".", "#flip")):
            expect(page.locator("#board:not([data-seen])")).to_be_attached()
        assert page.evaluate("scrollY") == there, each
        assert page.locator(".bar").evaluate("bar => bar.offsetHeight") < most, each
        expect_no_violations(page, [size])
        if each == "#do-add":
            expect(said).to_contain_text("of 5 added: ")
    expect(page.locator("#do-plan-list")).to_contain_text("Your plan: 1 order")


def test_keys_plan_and_move_orders_and_news_comes_between(
    open_page: OpenPage, waiting: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(making, "OFTEN", 0.2)
    page = sit_down(open_page("/"), waiting)
    page.locator(".pick input").first.focus()
    page.keyboard.press("p")
    for key in ("2", "1"):
        expect(page.locator("#do-add")).to_be_visible()
        page.keyboard.press(key)
        expect(page.locator("#plan .ready")).to_contain_text("8-8" if key == "2" else "6-5-4")
        press(page, "#do-add")
    titles = page.locator("#plan li:not(.ready) strong")
    expect(titles).to_have_text(["Show 8-8", "Show 6-5-4"])
    page.locator("#drop-1").focus()
    page.keyboard.press("Alt+ArrowUp")
    expect(titles).to_have_text(["Show 6-5-4", "Show 8-8"])
    expect(page.locator("#up-0")).to_be_focused()
    page.keyboard.press("Alt+ArrowDown")
    expect(titles).to_have_text(["Show 8-8", "Show 6-5-4"])
    for key in ("c", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    page.locator("#flip").click()
    play(waiting, 2, Scout("left", False, 0))
    expect(page.locator("#log")).to_contain_text("scouts a 7")
    expect(page.locator("#flip")).to_have_attribute("aria-pressed", "true")
    press(page, "#do-add")
    expect(titles.last).to_have_text("Take the 9 (9/7)")
    page.keyboard.press("p")
    expect(page.locator("#do-plan-list")).to_have_text("Your plan: 3 orders")
