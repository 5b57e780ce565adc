"""Clocks, kept chairs and chat in a browser: updated and reachable."""

import re
from datetime import timedelta

import pytest
import time_machine
from playwright.sync_api import Page, expect

from games.models import ChatMessage, Game, Seat
from games.play.chairs import leave
from games.play.chat import say
from games.play.ending import agree_to_end
from games.rules.moves import Scout, Show
from tests.axe import expect_no_violations
from tests.browser.fitting import sideways
from tests.browser.table import sit_down
from tests.browsing import NARROW, WIDE, OpenPage
from tests.pages.conftest import MINE, SEVENS, DealHands, play
from tests.pages.seats import all_keep, put_bot_on, summary
from tests.tables import people_game

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = ("Maya", "Bruno", "Ilse", "Tomás")
SCREENS = ((320, 640), NARROW, (820, 1180), WIDE)


@pytest.fixture
def game(deal: DealHands) -> Game:
    """The design's position among four people: Maya, in seat 0, is to move."""
    deal({0: MINE, 3: SEVENS}, starter=3)
    game = people_game(4, open_to_all=True)
    for number, name in enumerate(NAMES):
        Seat.objects.filter(game=game, number=number).update(name=name)
    all_keep(game)
    play(game, 3, Show(0, 2))
    return game


def expect_to_fit(page: Page) -> None:
    for wide, high in SCREENS:
        page.set_viewport_size({"width": wide, "height": high})
        assert sideways(page) == "", f"at {wide}"


@pytest.mark.slow
@pytest.mark.parametrize("size", [WIDE, NARROW])
def test_every_state_of_a_chair_is_free_of_faults(
    open_page: OpenPage, game: Game, size: tuple[int, int]
) -> None:
    say(game_id=game.pk, seat=1, text="Good luck, everybody.")
    page = sit_down(open_page("/", size=size), game)
    page.locator("#chat summary").click()
    page.locator("#ending > summary").click()
    page.locator("#leaving > summary").click()
    expect_no_violations(page, [size])
    agree_to_end(game_id=game.pk, seat=1, agrees=True)
    page.reload()
    expect(page.locator(".strip.chair")).to_contain_text("End the game unfinished?")
    expect_no_violations(page, [size])
    put_bot_on(game, 0)
    page.reload()
    expect(page.locator(".strip.chair")).to_contain_text("A bot is keeping your chair.")
    expect_no_violations(page, [size])
    leave(game_id=game.pk, seat=0)
    page.reload()
    expect(page.locator(".strip.chair")).to_contain_text("You are watching.")
    expect_no_violations(page, [size])
    for seat in (1, 2, 3):
        leave(game_id=game.pk, seat=seat)
    page.reload()
    expect(page.locator("h1")).to_have_text("Ended unfinished")
    expect_no_violations(page, [size])


def test_every_state_of_a_chair_fits_every_screen(open_page: OpenPage, game: Game) -> None:
    say(game_id=game.pk, seat=1, text="w" * 80)
    page = sit_down(open_page("/"), game)
    page.locator("#chat summary").click()
    page.locator("#ending > summary").click()
    expect_to_fit(page)
    put_bot_on(game, 0)
    page.reload()
    expect_to_fit(page)


def test_a_chair_is_taken_back_by_one_press(open_page: OpenPage, game: Game) -> None:
    put_bot_on(game, 0)
    page = sit_down(open_page("/"), game)
    page.evaluate("window.stillTheSamePage = true")
    page.get_by_role("button", name="Take it back").click()
    expect(page.locator(".strip.chair")).to_have_count(0)
    expect(page.locator("#log")).to_contain_text("You took your chair back")
    assert page.evaluate("window.stillTheSamePage") is True


def test_the_time_left_is_kept_true(open_page: OpenPage, game: Game) -> None:
    deadline = summary(game).deadline
    assert deadline
    with time_machine.travel(deadline - timedelta(hours=1, seconds=30), tick=True):
        page = open_page("/")
        page.clock.install()
        sit_down(page, game)
    pill = page.locator(".clock")
    expect(pill).to_have_class(re.compile("soon"))
    expect(pill.locator(".left")).to_have_text("1 h left")
    page.clock.run_for(60_000)
    expect(pill.locator(".left")).to_have_text("59 min left")
    expect(pill).to_have_class(re.compile("now"))
    page.clock.run_for(3_600_000)
    expect(pill.locator(".left")).to_have_text("time is up")


def test_what_is_typed_outlasts_every_swap_of_the_table(open_page: OpenPage, game: Game) -> None:
    play(game, 0, Scout("left", False, 0))
    page = sit_down(open_page("/"), game)
    page.locator("#chat summary").click()
    words = page.locator("#say")
    words.press_sequentially("I was just about to")
    play(game, 1, Scout("left", False, 0))
    expect(page.locator("#headline")).to_have_text("Ilse is on")
    expect(words).to_have_value("I was just about to")
    expect(words).to_be_focused()
    words.press_sequentially(" say something")
    words.press("Enter")
    expect(page.locator("#message-list")).to_contain_text("I was just about to say something")
    expect(words).to_have_value("")
    expect(words).to_be_focused()
    expect(page.locator("#headline")).to_have_text("Ilse is on")


def test_too_much_at_once_is_refused_and_the_words_stay(open_page: OpenPage, game: Game) -> None:
    for number in range(10):
        say(game_id=game.pk, seat=0, text=f"{number}")
    page = sit_down(open_page("/"), game)
    page.locator("#chat summary").click()
    page.locator("#say").fill("one too many")
    page.get_by_role("button", name="Send").click()
    expect(page.locator("#chat-error")).to_contain_text("Wait a minute")
    expect(page.locator("#say")).to_have_value("one too many")
    assert ChatMessage.objects.count() == 10


def test_what_others_said_is_marked_until_the_talk_is_opened(
    open_page: OpenPage, game: Game
) -> None:
    say(game_id=game.pk, seat=1, text="Good luck.")
    say(game_id=game.pk, seat=2, text="You too.")
    page = sit_down(open_page("/", size=NARROW), game)
    unread = page.locator("#unread")
    expect(unread).to_contain_text("2 new messages")
    way = page.locator(".to-chat")
    expect(way).to_be_visible()
    way.click()
    expect(page.locator("#message-list")).to_be_in_viewport()
    expect(unread).to_be_hidden()
    expect(way).to_be_hidden()
    page.reload()
    expect(page.locator("#chat")).to_be_visible()
    expect(unread).to_be_hidden()


def test_a_nudge_shows_up_when_its_time_has_come(open_page: OpenPage, game: Game) -> None:
    play(game, 0, Scout("left", False, 0))
    began = summary(game).began_at
    with time_machine.travel(began + timedelta(hours=12, seconds=-30), tick=True):
        page = open_page("/")
        page.clock.install()
        sit_down(page, game)
        nudge = page.get_by_role("button", name="Nudge Bruno")
        expect(page.locator("#headline")).to_have_text("Bruno is on")
        expect(nudge).to_have_count(0)
        page.clock.run_for(40_000)
        expect(nudge).to_be_visible()
    with time_machine.travel(began + timedelta(hours=13), tick=True):
        nudge.click()
        expect(nudge).to_have_count(0)
    assert Seat.objects.get(game=game, number=1).nudged_seq == summary(game).seq
