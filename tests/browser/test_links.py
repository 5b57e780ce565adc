"""Links in emails, in a browser that nobody is signed in to."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.core import mail
from django.core.cache import cache
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from games.models import Game, Seat
from games.notices.replan import replan
from games.rules.moves import Show
from games.telling.sending import send_due
from tests.accounts.people import PASSWORD, account, code_in
from tests.axe import expect_no_violations
from tests.browser.fitting import sideways
from tests.browsing import NARROW, OpenPage
from tests.pages.conftest import MINE, SEVENS, DealHands, play
from tests.pages.links.tokens import turn_link_for
from tests.pages.seats import all_keep
from tests.tables import people_game
from tests.telling.server import Mailbox, html_of

pytestmark = pytest.mark.django_db(transaction=True)

ANY_REFUSAL = [404]


@pytest.fixture(autouse=True)
def _no_codes_from_before() -> None:
    """Ben of another test asked for some within the same minute."""
    cache.clear()


@pytest.fixture
def game(deal: DealHands) -> Game:
    """The design's position: Ben, in seat 0, is to move."""
    deal({0: MINE, 3: SEVENS}, starter=3)
    game = people_game(4)
    Seat.objects.filter(game=game, number=0).update(user=account("Ben", "ben@example.org"))
    for number, name in enumerate(("Ben", "Anna", "Cleo", "Dora")):
        Seat.objects.filter(game=game, number=number).update(name=name)
    all_keep(game)
    play(game, 3, Show(0, 2))
    return game


def expect_to_fit(page: Page) -> None:
    for size in ((320, 640), NARROW):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        assert sideways(page) == ""


@pytest.mark.parametrize("javascript", [True, False])
def test_two_presses_lead_from_an_opened_link_to_a_made_move(
    open_page: OpenPage, game: Game, javascript: bool
) -> None:
    page = open_page(turn_link_for(game), size=NARROW, javascript=javascript)
    expect(page.get_by_text("You are playing this one turn as Ben.")).to_be_visible()
    page.locator(".chip", has_text="8-8").click()
    page.get_by_role("button", name="Show 8-8").click()
    expect(page.get_by_role("heading", name="You showed 8-8")).to_be_visible()
    assert game.moves.latest("version").type == "show"
    page.get_by_role("button", name="Email me a sign-in code").click()
    expect(page.get_by_text("If Ben belongs to an account here")).to_be_visible()
    page.get_by_label("Code").fill(code_in(str(mail.outbox[0].body)))
    page.get_by_role("button", name="Continue").click()
    expect(page).to_have_url(re.compile(f"/games/{game.public_id}/$"))
    expect(page.get_by_role("heading", name=re.compile("Anna.* is on"))).to_be_visible()


COUNT_PRESSES = """addEventListener("pointerdown", () => {
    sessionStorage.presses = Number(sessionStorage.presses ?? 0) + 1;
}, true);"""


def emailed_link(game: Game, mailbox: Mailbox) -> str:
    """The address of the button in the email about Ben's turn, once it has come."""
    with time_machine.travel(timezone.now() + timedelta(minutes=11)):
        send_due()
    html = html_of(next(each for each in mailbox.mails if each["To"] == "ben@example.org"))
    found = re.search(r'href="([^"]+/turn/[^"]+)"', html)
    assert found, html
    return found[1]


def test_from_the_email_to_the_move_it_takes_two_presses_where_nobody_is_signed_in(
    open_page: OpenPage,
    game: Game,
    mailbox: Mailbox,
    live_server: LiveServer,
    settings: Settings,
) -> None:
    settings.SITE_URL = live_server.url
    link = emailed_link(game, mailbox)
    page = open_page("/about/", size=NARROW)
    page.add_init_script(COUNT_PRESSES)
    page.goto(link)
    page.locator(".chip", has_text="8-8").click()
    page.get_by_role("button", name="Show 8-8").click()
    expect(page.get_by_role("heading", name="You showed 8-8")).to_be_visible()
    assert page.evaluate("sessionStorage.presses") == "2"
    assert (game.moves.latest("version").seat, game.moves.latest("version").type) == (0, "show")
    assert settings.SESSION_COOKIE_NAME not in {each["name"] for each in page.context.cookies()}


def test_from_the_email_one_press_holds_the_hand_as_it_was_dealt(
    open_page: OpenPage, mailbox: Mailbox, live_server: LiveServer, settings: Settings
) -> None:
    settings.SITE_URL = live_server.url
    game = people_game(4)
    ben = account("Ben", "ben@example.org")
    Seat.objects.filter(game=game, number=0).update(user=ben, name="Ben")
    replan(user_id=ben.pk)
    link = emailed_link(game, mailbox)
    page = open_page("/about/", size=NARROW)
    page.add_init_script(COUNT_PRESSES)
    page.goto(link)
    page.get_by_role("button", name="Hold my hand like this").click()
    expect(page.locator("#do-turn")).to_have_count(0)
    assert page.evaluate("sessionStorage.presses") == "1"
    assert (game.moves.get().seat, game.moves.get().flip) == (0, False)


def test_the_player_has_seen_the_turn_once_the_page_is_shown(
    open_page: OpenPage, game: Game
) -> None:
    mine = Seat.objects.filter(game=game, number=0)
    before = mine.get().seen_seq
    page = open_page(turn_link_for(game))
    expect(page.locator("#news[hx-trigger='look']")).to_have_count(1)
    assert mine.get().seen_seq != before
    assert mine.get().seen_seq == game.summary.seq


def test_its_strip_stays_while_the_page_scrolls(open_page: OpenPage, game: Game) -> None:
    page = open_page(turn_link_for(game), size=NARROW)
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(page.locator(".one-turn")).to_be_in_viewport()
    expect_no_violations(page, [NARROW])
    expect_to_fit(page)


def test_a_scout_is_sent_by_the_keyboard(open_page: OpenPage, game: Game) -> None:
    page = open_page(turn_link_for(game))
    page.locator("#end-left").press("Enter")
    expect(page.locator("#do-send")).to_be_visible()
    page.locator("#do-send").press("Enter")
    expect(page.get_by_role("heading", name="You scouted a 7")).to_be_visible()


def test_a_page_that_is_open_hears_that_the_turn_was_played_elsewhere(
    open_page: OpenPage, game: Game
) -> None:
    page = open_page(turn_link_for(game))
    expect(page.locator("#do-show")).to_be_visible()
    play(game, 0, Show(1, 3))
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.get_by_role("heading", name="You showed 8-8")).to_be_visible()


def test_no_request_names_the_link_to_another_page(open_page: OpenPage, game: Game) -> None:
    page = open_page("/about/")
    told: list[str] = []
    page.on("request", lambda request: told.append(request.headers.get("referer", "")))
    page.goto(turn_link_for(game))
    page.locator(".chip", has_text="8-8").click()
    page.get_by_role("button", name="Show 8-8").click()
    expect(page.get_by_role("heading", name="You showed 8-8")).to_be_visible()
    page.get_by_role("button", name="Email me a sign-in code").click()
    expect(page.get_by_role("heading", name="Check your email")).to_be_visible()
    assert len(told) > 10
    assert [each for each in told if "/turn/" in each] == []


def test_a_closed_door_is_opened_by_a_passkey(open_page: OpenPage, game: Game) -> None:
    page = open_page(
        "/account/login/?next=/account/2fa/webauthn/add/", size=NARROW, statuses=ANY_REFUSAL
    )
    devices = page.context.new_cdp_session(page)
    devices.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    devices.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    page.get_by_label("Email address or player name").fill("Ben")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Continue").click()
    page.get_by_label("Name").fill("my phone")
    page.wait_for_load_state()
    page.get_by_role("button", name="Add it").click()
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    page.goto("/account/logout/")
    page.locator("main").get_by_role("button", name="Sign out").click()
    page.goto(f"/games/{game.public_id}/")
    expect(page.get_by_role("heading", name="Sign in to see this table")).to_be_visible()
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_role("heading", name="You’re on, Ben")).to_be_visible()
    expect(page).to_have_url(re.compile(f"/games/{game.public_id}/$"))


@pytest.mark.parametrize("javascript", [True, False])
def test_a_closed_door_fits_and_has_no_faults(open_page: OpenPage, javascript: bool) -> None:
    page = open_page(
        "/games/nosuchgame22/", size=NARROW, javascript=javascript, statuses=ANY_REFUSAL
    )
    expect(page.get_by_role("button", name="Use a passkey")).to_be_visible(visible=javascript)
    expect(page.get_by_role("link", name="Use my password")).to_be_visible()
    if javascript:
        expect_no_violations(page, [NARROW])
        expect_to_fit(page)
